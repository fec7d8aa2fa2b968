#!/usr/bin/env python3
"""Writes the transformers of the lesson "puzzles", whose numbers are set by hand, into assets/lessons/models.

Usage: scripts/make-puzzle-models.py [FOLDER]
       scripts/make-puzzle-models.py --check     writes nothing; fails where the folder holds something else

Every model reads texts of at most five letters a, b, c. A vector of its residual stream has a part for each thing that
it knows: 3 numbers for the letter, 5 for the position, 3 for the letter that a head has found, and with two blocks 3
for the next letter. There is no norm, no MLP and no bias, so every number on the screen is a product of numbers below.
"""
import json
import pathlib
import struct
import sys

LETTERS, POSITIONS, D_HEAD = 3, 5, 4
LETTER = 0                      # where the parts of a vector begin
POSITION = LETTER + LETTERS
FOUND = POSITION + POSITIONS
NEXT = FOUND + LETTERS
STRONG = 10.0                   # a score of 10/√4 outweighs the other four keys


class Block:
    """The four matrices of a block with one head, at first all zero."""

    def __init__(self, d_model):
        self.q, self.k, self.v = ({} for _ in range(3))
        self.o = {}
        self.shapes = {"q": (d_model, D_HEAD), "k": (d_model, D_HEAD), "v": (d_model, D_HEAD), "o": (D_HEAD, d_model)}

    def queries_look_one_back(self):
        for p in range(1, POSITIONS):
            self.q[POSITION + p, p - 1] = STRONG
        return self

    def query_of_last_looks_at_first(self):
        self.q[POSITION + POSITIONS - 1, 0] = STRONG
        return self

    def queries_are_letters(self):
        for letter in range(LETTERS):
            self.q[LETTER + letter, letter] = STRONG
        return self

    def keys_are_positions(self):
        for p in range(D_HEAD):  # nobody looks back at the last position
            self.k[POSITION + p, p] = 1.0
        return self

    def keys_are_letters(self, part=LETTER):
        for letter in range(LETTERS):
            self.k[part + letter, letter] = 1.0
        return self

    def copies_letters_to(self, part):
        for letter in range(LETTERS):
            self.v[LETTER + letter, letter] = 1.0
            self.o[letter, part + letter] = 1.0
        return self


def one_block():
    return Block(NEXT)


def models():
    """Name, title, what to try, first text, blocks, mask."""
    yield ("puzzle-positions", "Puzzle: keys are positions",
           "All queries are zero, so each letter attends equally to everything before it. Set a number of W_Q.",
           "bcaca", [one_block().keys_are_positions().copies_letters_to(FOUND)], "causal")
    yield ("puzzle-letters", "Puzzle: keys are letters",
           "All queries are zero, so each letter attends equally to everything before it. Set a number of W_Q.",
           "abcab", [one_block().keys_are_letters().copies_letters_to(FOUND)], "causal")
    yield ("puzzle-count", "Puzzle: count a letter",
           "The last letter copies the first one. Make it count the letter a instead.",
           "abaca", [one_block().query_of_last_looks_at_first().keys_are_positions().copies_letters_to(FOUND)], "causal")
    yield ("puzzle-order", "Puzzle: the order of the letters",
           "Each letter attends to the previous one, and no mask hides later letters. Make the head blind to positions.",
           "abacb", [one_block().queries_look_one_back().keys_are_positions().copies_letters_to(FOUND)], "none")
    overwriting = one_block().queries_look_one_back().keys_are_positions().copies_letters_to(FOUND)
    overwriting.o = {(0, LETTER): 1.0, (1, LETTER + 1): 1.0, (2, FOUND + 2): 1.0}
    yield ("puzzle-overwrite", "Puzzle: a head that overwrites",
           "The head adds the previous letter to the same dimensions that hold the letter itself. Use free ones.",
           "cabba", [overwriting], "causal")

    def first():
        return Block(NEXT + LETTERS).queries_look_one_back().keys_are_positions().copies_letters_to(FOUND)

    def second():
        return Block(NEXT + LETTERS).copies_letters_to(NEXT)

    yield ("puzzle-induction", "Puzzle: an induction head",
           "Block 1 writes the previous letter into each vector. Let block 2 find the letter that followed last time.",
           "cabca", [first(), second()], "causal")
    broken = first()
    broken.k[POSITION + 1, 1] = -1.0
    yield ("puzzle-repair", "Puzzle: a broken induction head",
           "One number of this model is wrong, so it cannot continue “cabca” with b. Find the number.",
           "cabca", [broken, second().queries_are_letters().keys_are_letters(FOUND)], "causal")


def dense(cells, shape):
    return [cells.get((row, col), 0.0) for row in range(shape[0]) for col in range(shape[1])]


def tensors(blocks):
    """Parameter names with shapes and numbers, as docs/formats.md has them."""
    d_model = blocks[0].shapes["q"][0]
    tokens = {(i, LETTER + i): 1.0 for i in range(LETTERS)}
    positions = {(i, POSITION + i): 1.0 for i in range(POSITIONS)}
    read = FOUND if len(blocks) == 1 else NEXT
    head = {(read + i, i): STRONG for i in range(LETTERS)}
    result = {"embed.tokens.weight": ((LETTERS, d_model), tokens),
              "embed.positions.weight": ((POSITIONS, d_model), positions),
              "head.weight": ((d_model, LETTERS), head)}
    for i, block in enumerate(blocks):
        for name, shape in block.shapes.items():
            result[f"blocks.{i}.attn.{name}.weight"] = (shape, getattr(block, name))
    return {name: (shape, dense(cells, shape)) for name, (shape, cells) in sorted(result.items())}


def safetensors(of):
    header, data = {}, b""
    for name, (shape, numbers) in of.items():
        packed = struct.pack(f"<{len(numbers)}f", *numbers)
        header[name] = {"dtype": "F32", "shape": list(shape), "data_offsets": [len(data), len(data) + len(packed)]}
        data += packed
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    return struct.pack("<Q", len(text)) + text + data


def config(blocks, mask):
    return {"model_type": "glassformer", "architecture": "decoder", "vocab_size": LETTERS,
            "d_model": blocks[0].shapes["q"][0], "n_layers": len(blocks), "n_heads": 1, "d_head": D_HEAD,
            "max_seq_len": POSITIONS, "norm": "none", "final_norm": False, "mlp": False,
            "positional": {"kind": "learned"}, "mask": {"kind": mask}, "attention_bias": False, "head_bias": False,
            "tie_embeddings": False, "head": {"kind": "lm"}, "tokenizer": {"kind": "characters"}}


def written(value):
    return (json.dumps(value, indent=2, ensure_ascii=False) + "\n").encode()


def files():
    for name, title, what_to_try, text, blocks, mask in models():
        yield f"{name}/config.json", written(config(blocks, mask))
        yield f"{name}/vocab.json", written({letter: i for i, letter in enumerate("abc")})
        yield f"{name}/card.json", written({"title": title, "try": what_to_try, "examples": [text],
                                            "command": "scripts/make-puzzle-models.py"})
        yield f"{name}/model.safetensors", safetensors(tensors(blocks))


def main(arguments):
    check = "--check" in arguments
    arguments = [argument for argument in arguments if argument != "--check"]
    if len(arguments) > 1 or any(argument.startswith("-") for argument in arguments):
        sys.exit("usage: scripts/make-puzzle-models.py [--check] [FOLDER]")
    here = pathlib.Path(__file__).resolve().parent.parent
    folder = pathlib.Path(arguments[0]) if arguments else here / "assets" / "lessons" / "models"
    wanted = dict(files())
    if check:
        found = {str(path.relative_to(folder)) for path in folder.rglob("*") if path.is_file()}
        wrong = sorted(found ^ set(wanted)) or [n for n, data in wanted.items() if (folder / n).read_bytes() != data]
        if wrong:
            sys.exit(f"{folder / wrong[0]} is not what scripts/make-puzzle-models.py writes")
        return
    for name, data in wanted.items():
        (folder / name).parent.mkdir(parents=True, exist_ok=True)
        (folder / name).write_bytes(data)


if __name__ == "__main__":
    main(sys.argv[1:])
