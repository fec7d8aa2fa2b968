# Writes models/{recurrent,seq2seq-recurrent,convolution}-*/: recurrent and convolutional models, step by step as the
# formulas have it, with every stage and every gradient; and batch.safetensors, three texts of different lengths at once.
# Before anything is written, PyTorch's own nn.RNN, nn.LSTM, nn.GRU (packed sequences), their cells and nn.Conv1d must
# agree, text by text and as a padded batch. See README.md.
import sys
import zlib

import numpy as np
import torch
from torch import nn

import make_model_goldens
import reference
import safetensors_io

SEED = 20240505
TOLERANCE = 1e-10
TEXTS = [[3, 0, 7, 10, 7, 1], [2, 9], [5, 5, 8, 4]]
TARGETS = [[1, 4, 4, 6, 2], [1, 3, 2], [1, 6]]
GATES = {"rnn": 1, "lstm": 4, "gru": 3}


# --- the models

def config(architecture, **keys):
    c = {"model_type": "glassformer", "architecture": architecture, "vocab_size": 11, "d_model": 6, "n_layers": 1,
         "max_seq_len": 9, **keys}
    return c


def cell(name, d_hidden=7, **keys):
    return {"cell": name, "d_hidden": d_hidden, **keys}


def classifier(pooling, n_classes=4):
    return {"kind": "classifier", "n_classes": n_classes, "pooling": pooling}


MODELS = {
    "recurrent-rnn": config("recurrent", recurrent=cell("rnn"), head_bias=True),
    "recurrent-lstm-2-layers": config("recurrent", recurrent=cell("lstm"), n_layers=2),
    "recurrent-gru": config("recurrent", recurrent=cell("gru")),
    "recurrent-gru-2-layers-tied": config("recurrent", recurrent=cell("gru", 6), n_layers=2, tie_embeddings=True),
    "recurrent-lstm-classifier-last": config("recurrent", recurrent=cell("lstm"), head=classifier("last"),
                                             head_bias=True),
    "recurrent-rnn-classifier-mean": config("recurrent", recurrent=cell("rnn"), head=classifier("mean")),
    "seq2seq-recurrent-gru": config("recurrent_encoder_decoder", recurrent=cell("gru"), target_vocab_size=8,
                                    head_bias=True),
    "seq2seq-recurrent-lstm-2-layers": config("recurrent_encoder_decoder", recurrent=cell("lstm"), n_layers=2),
    "seq2seq-recurrent-rnn-dot": config("recurrent_encoder_decoder", recurrent=cell("rnn", attention="dot")),
    "seq2seq-recurrent-lstm-dot-2-layers": config("recurrent_encoder_decoder", recurrent=cell("lstm", attention="dot"),
                                                  n_layers=2, target_vocab_size=9),
    "seq2seq-recurrent-gru-general": config("recurrent_encoder_decoder", recurrent=cell("gru", attention="general")),
    "seq2seq-recurrent-gru-additive": config("recurrent_encoder_decoder", recurrent=cell("gru", attention="additive"),
                                             head_bias=True),
    "seq2seq-recurrent-lstm-additive-2-layers": config("recurrent_encoder_decoder", n_layers=2, target_vocab_size=8,
                                                       recurrent=cell("lstm", attention="additive")),
    "convolution-causal": config("convolution", convolution={"width": 3}, n_layers=2),
    "convolution-centred-classifier": config("convolution", convolution={"width": 3, "causal": False}, n_layers=2,
                                             activation="tanh", head=classifier("mean"), head_bias=True),
    "convolution-even-no-residual": config("convolution", convolution={"width": 4, "causal": False}, residual=False),
}


def stacks(c):
    return ["encoder.", "decoder."] if c["architecture"] == "recurrent_encoder_decoder" else [""]


def is_classifier(c):
    return c.get("head", {}).get("kind") == "classifier"


def parameter_shapes(c):
    d, shapes = c["d_model"], {}
    convolution = c["architecture"] == "convolution"
    h = d if convolution else c["recurrent"]["d_hidden"]
    attention = None if convolution else c["recurrent"].get("attention", "none")
    for stack in stacks(c):
        vocab = c.get("target_vocab_size", c["vocab_size"]) if stack == "decoder." else c["vocab_size"]
        shapes[stack + "embed.tokens.weight"] = (vocab, d)
        for l in range(c["n_layers"]):
            if convolution:
                shapes[f"conv.{l}.weight"] = (c["convolution"]["width"], d, d)
                shapes[f"conv.{l}.bias"] = (d,)
                continue
            gates = GATES[c["recurrent"]["cell"]] * h
            layer = f"{stack}rnn.{l}."
            shapes[layer + "input.weight"], shapes[layer + "input.bias"] = (h if l else d, gates), (gates,)
            if stack == "decoder." and l == 0 and attention == "additive":
                shapes[layer + "context.weight"] = (h, gates)
            shapes[layer + "recurrent.weight"], shapes[layer + "recurrent.bias"] = (h, gates), (gates,)
    last = stacks(c)[-1]
    if last:
        name = "decoder.cross_attn."
        if attention == "additive":
            shapes[name + "q.weight"] = (h, h)
        if attention in ("additive", "general"):
            shapes[name + "k.weight"] = (h, h)
        if attention == "additive":
            shapes[name + "score.weight"] = (h,)
        if attention != "none":
            shapes[name + "o.weight"] = (2 * h, h)
    answers = c["head"]["n_classes"] if is_classifier(c) else shapes[last + "embed.tokens.weight"][0]
    if not c.get("tie_embeddings"):
        shapes[last + "head.weight"] = (h, answers)
    if c.get("head_bias"):
        shapes[last + "head.bias"] = (answers,)
    return shapes


# --- the formulas, one stage a line

class Pass:
    def __init__(self, c, parameters):
        self.c, self.p, self.stages = c, parameters, {}

    def stage(self, name, value):
        value = value.clone()
        if not value.requires_grad:
            value.requires_grad_()
        value.retain_grad()
        assert name not in self.stages, name
        self.stages[name] = value
        return value

    def embed(self, stack, tokens):
        x = self.stage(stack + "embed.tokens", self.p[stack + "embed.tokens.weight"][torch.tensor(tokens)])
        return self.stage(stack + "embed", x)

    def step(self, at, u, r, hidden, memory):
        """A step of the cell from what the token brings and what the state before brings, [1, gates · d_hidden]."""
        kind, d = self.c["recurrent"]["cell"], self.c["recurrent"]["d_hidden"]
        part = [slice(k * d, (k + 1) * d) for k in range(4)]
        if kind == "rnn":
            return self.stage(at + "h", torch.tanh(u + r)), None
        if kind == "lstm":
            i = self.stage(at + "i", torch.sigmoid(u[:, part[0]] + r[:, part[0]]))
            f = self.stage(at + "f", torch.sigmoid(u[:, part[1]] + r[:, part[1]]))
            g = self.stage(at + "g", torch.tanh(u[:, part[2]] + r[:, part[2]]))
            o = self.stage(at + "o", torch.sigmoid(u[:, part[3]] + r[:, part[3]]))
            memory = self.stage(at + "c", f * memory + i * g)
            return self.stage(at + "h", o * torch.tanh(memory)), memory
        reset = self.stage(at + "r", torch.sigmoid(u[:, part[0]] + r[:, part[0]]))
        z = self.stage(at + "z", torch.sigmoid(u[:, part[1]] + r[:, part[1]]))
        n = self.stage(at + "n", torch.tanh(u[:, part[2]] + reset * r[:, part[2]]))
        return self.stage(at + "h", (1 - z) * n + z * hidden), None

    def layer(self, name, x, hidden, memory, look=None):
        p = self.p
        u = self.stage(name + "input", x @ p[name + "input.weight"] + p[name + "input.bias"])
        hiddens, memories = [], []
        for t in range(len(x)):
            at = f"{name}steps.{t}."
            brought = self.stage(at + "input", u[t:t + 1])
            if look:
                context = self.stage(at + "context_input", look(at, hidden) @ p[name + "context.weight"])
                brought = self.stage(at + "input_sum", brought + context)
            r = self.stage(at + "recurrent", hidden @ p[name + "recurrent.weight"] + p[name + "recurrent.bias"])
            hidden, memory = self.step(at, brought, r, hidden, memory)
            hiddens.append(hidden)
            memories.append(memory)
        cells = self.stage(name + "cell", torch.cat(memories)) if memory is not None else None
        return self.stage(name + "hidden", torch.cat(hiddens)), cells

    def attend(self, at, q, k, v, additive):
        """q [1, query, d] -> α [1, query, key] and the context [query, d]."""
        p, name = self.p, "decoder.cross_attn."
        if additive:
            e = torch.stack([torch.stack([(p[name + "score.weight"] * torch.tanh(a + b)).sum() for b in k[0]])
                             for a in q[0]])[None]
        else:
            e = q @ k.transpose(1, 2)
        e = self.stage(at + "scores_masked", self.stage(at + "scores_raw", e))
        alpha = self.stage(at + "weights", torch.softmax(e, -1))
        context = self.stage(at + "concat", self.stage(at + "heads", alpha @ v)[0])
        return alpha, context

    def seq2seq(self, tokens, target):
        c, p, stage = self.c, self.p, self.stage
        d, layers, kind = c["recurrent"]["d_hidden"], c["n_layers"], c["recurrent"].get("attention", "none")
        zero = torch.zeros(1, d, dtype=torch.float64)
        x, states = self.embed("encoder.", tokens), []
        for l in range(layers):
            states.append(self.layer(f"encoder.rnn.{l}.", x, zero, zero if c["recurrent"]["cell"] == "lstm" else None))
            x = states[-1][0]
        memory, x = x, self.embed("decoder.", target)
        starts = []
        for l, (hidden, cells) in enumerate(states):
            start = stage(f"decoder.rnn.{l}.start_hidden", hidden[-1:])
            starts.append((start, None if cells is None else stage(f"decoder.rnn.{l}.start_cell", cells[-1:])))
        name, look = "decoder.cross_attn.", None
        if kind != "none":
            k = stage(name + "k", (memory if kind == "dot" else memory @ p[name + "k.weight"])[None])
            v = stage(name + "v", memory[None])
        if kind == "additive":
            seen = []

            def look(at, hidden):
                at += "cross_attn."
                q = stage(at + "q", (hidden @ p[name + "q.weight"])[None])
                seen.append(self.attend(at, q, k, v, True))
                return seen[-1][1]
        for l in range(layers):
            x, _ = self.layer(f"decoder.rnn.{l}.", x, *starts[l], look if l == 0 else None)
        if kind == "none":
            return x
        if kind == "additive":
            stage(name + "weights", torch.cat([alpha for alpha, _ in seen], 1))
            context = stage(name + "concat", torch.cat([context for _, context in seen]))
        else:
            _, context = self.attend(name, stage(name + "q", x[None]), k, v, False)
        joined = stage(name + "joined", torch.cat([context, x], -1))
        return stage(name + "state", torch.tanh(stage(name + "mixed", joined @ p[name + "o.weight"])))

    def convolve(self, x):
        c, p = self.c, self.p
        width, causal = c["convolution"]["width"], c["convolution"].get("causal", True)
        behind = width - 1 if causal else (width - 1) // 2
        for l in range(c["n_layers"]):
            rows = []
            for i in range(len(x)):
                row = p[f"conv.{l}.bias"]
                for k in range(width):
                    if 0 <= i + k - behind < len(x):
                        row = row + x[i + k - behind] @ p[f"conv.{l}.weight"][k]
                rows.append(row)
            pre = self.stage(f"conv.{l}.pre", torch.stack(rows))
            act = self.stage(f"conv.{l}.act", reference.activate(c.get("activation", "relu"), pre))
            x = self.stage(f"conv.{l}.out", x + act if c.get("residual", True) else act)
        return x

    def run(self, tokens, target):
        c, p, last = self.c, self.p, stacks(self.c)[-1]
        if last:
            x = self.seq2seq(tokens, target)
        elif c["architecture"] == "convolution":
            x = self.convolve(self.embed("", tokens))
        else:
            x = self.embed("", tokens)
            zero = torch.zeros(1, c["recurrent"]["d_hidden"], dtype=torch.float64)
            for l in range(c["n_layers"]):
                x, _ = self.layer(f"rnn.{l}.", x, zero, zero if c["recurrent"]["cell"] == "lstm" else None)
        if is_classifier(c):
            x = self.stage("pooled", x.mean(0) if c["head"]["pooling"] == "mean" else x[-1])
        weight = p[last + "embed.tokens.weight"].T if c.get("tie_embeddings") else p[last + "head.weight"]
        logits = self.stage("logits", x @ weight + (p[last + "head.bias"] if c.get("head_bias") else 0))
        self.stage("probs", torch.softmax(logits, -1))
        return logits


# --- PyTorch's own modules, on a padded batch

def module(c, p, name, d_in, context=None):
    """nn.RNN, nn.LSTM or nn.GRU of one layer (with a context: their cells) with our parameters in its layout."""
    kind = {"rnn": nn.RNN, "lstm": nn.LSTM, "gru": nn.GRU}[c["recurrent"]["cell"]]
    if context is not None:
        kind = {"rnn": nn.RNNCell, "lstm": nn.LSTMCell, "gru": nn.GRUCell}[c["recurrent"]["cell"]]
    d = c["recurrent"]["d_hidden"]
    made = kind(d_in + (d if context is not None else 0), d).double()
    end = "" if context is not None else "_l0"
    into = p[name + "input.weight"] if context is None else torch.cat([p[name + "input.weight"], context])
    values = {"weight_ih": into.T, "bias_ih": p[name + "input.bias"],
              "weight_hh": p[name + "recurrent.weight"].T, "bias_hh": p[name + "recurrent.bias"]}
    return filled(made, {key + end: value for key, value in values.items()})


borrowed = []   # (parameter of a module, what of ours it is a copy of): the module's gradient is handed on to ours


def filled(made, values):
    for key, value in values.items():
        parameter = getattr(made, key)
        parameter.data = value.detach().clone().contiguous()
        borrowed.append((parameter, value))
    return made


def hand_gradients_on():
    torch.autograd.backward([value for _, value in borrowed], [parameter.grad for parameter, _ in borrowed])
    borrowed.clear()


def padded(rows, value=0):
    longest = max(map(len, rows))
    return torch.tensor([row + [value] * (longest - len(row)) for row in rows])


def torch_logits(c, p, texts, targets):
    """Logits of the batch; positions beyond a text hold anything."""
    lengths = torch.tensor([len(text) for text in texts])
    lstm = c.get("recurrent", {}).get("cell") == "lstm"
    last, real = stacks(c)[-1], torch.arange(int(lengths.max()))[None] < lengths[:, None]
    x = p[stacks(c)[0] + "embed.tokens.weight"][padded(texts)]
    finals = []
    if c["architecture"] == "convolution":
        width = c["convolution"]["width"]
        before = width - 1 if c["convolution"].get("causal", True) else (width - 1) // 2
        for l in range(c["n_layers"]):
            of = nn.Conv1d(c["d_model"], c["d_model"], width).double()
            into = nn.functional.pad((x * real[..., None]).transpose(1, 2), (before, width - 1 - before))
            filled(of, {"weight": p[f"conv.{l}.weight"].permute(2, 1, 0), "bias": p[f"conv.{l}.bias"]})
            y = of(into)
            act = {"relu": nn.ReLU(), "tanh": nn.Tanh()}[c.get("activation", "relu")](y.transpose(1, 2))
            x = x + act if c.get("residual", True) else act
    else:
        for l in range(c["n_layers"]):
            packed = nn.utils.rnn.pack_padded_sequence(x.transpose(0, 1), lengths, enforce_sorted=False)
            y, final = module(c, p, f"{stacks(c)[0]}rnn.{l}.", x.shape[-1])(packed)
            x = nn.utils.rnn.pad_packed_sequence(y)[0].transpose(0, 1)
            finals.append(final)
    if last:
        memory, kind, name = x, c["recurrent"].get("attention", "none"), "decoder.cross_attn."
        x = p["decoder.embed.tokens.weight"][padded(targets)]

        def look(scores):
            alpha = torch.softmax(scores.masked_fill(~real[:, None], float("-inf")), -1)
            return torch.einsum("bqk,bkd->bqd", alpha, memory)
        contexts = []
        for l, final in enumerate(finals):
            if kind == "additive" and l == 0:
                keys = memory @ p[name + "k.weight"]
                state = (final[0][0], final[1][0]) if lstm else final[0]
                one = module(c, p, "decoder.rnn.0.", x.shape[-1], p["decoder.rnn.0.context.weight"])
                rows = []
                for t in range(x.shape[1]):
                    query = (state[0] if lstm else state) @ p[name + "q.weight"]
                    scores = torch.einsum("bkd,d->bk", torch.tanh(query[:, None] + keys), p[name + "score.weight"])
                    contexts.append(look(scores[:, None])[:, 0])
                    state = one(torch.cat([x[:, t], contexts[-1]], -1), state)
                    rows.append(state[0] if lstm else state)
                x = torch.stack(rows, 1)
                continue
            y, _ = module(c, p, f"decoder.rnn.{l}.", x.shape[-1])(x.transpose(0, 1), final)
            x = y.transpose(0, 1)
        if kind == "additive":
            context = torch.stack(contexts, 1)
        elif kind != "none":
            keys = memory if kind == "dot" else memory @ p[name + "k.weight"]
            context = look(torch.einsum("bqd,bkd->bqk", x, keys))
        if kind != "none":
            x = torch.tanh(torch.cat([context, x], -1) @ p[name + "o.weight"])
    if is_classifier(c):
        if c["head"]["pooling"] == "mean":
            x = (x * real[..., None]).sum(1) / lengths[:, None]
        else:
            x = x[torch.arange(len(texts)), lengths - 1]
    weight = p[last + "embed.tokens.weight"].T if c.get("tie_embeddings") else p[last + "head.weight"]
    return x @ weight + (p[last + "head.bias"] if c.get("head_bias") else 0)


# --- both, compared and written

def labels_of(c, texts, targets):
    if is_classifier(c):
        return [[(2 * i + 1) % c["head"]["n_classes"]] for i in range(len(texts))]
    return [row[1:] + [-1] for row in (targets if stacks(c)[-1] else texts)]


def parameters_of(weights):
    return {name: torch.tensor(value, dtype=torch.float64, requires_grad=True) for name, value in weights.items()}


def formulas(c, weights, texts, targets, labels):
    """The passes of all texts, their parameters, and the loss of all labels together, walked backward."""
    p = parameters_of(weights)
    passes, rows = [Pass(c, p) for _ in texts], []
    for one, text, target in zip(passes, texts, targets):
        logits = one.run(text, target)
        rows.append(logits[None] if is_classifier(c) else logits)
    loss = reference.cross_entropy(torch.cat(rows), torch.tensor(sum(labels, [])))
    loss.backward()
    return passes, rows, p, loss


def modules(c, weights, texts, targets, labels):
    p = parameters_of(weights)
    logits = torch_logits(c, p, texts, targets)
    loss = nn.functional.cross_entropy(logits.reshape(-1, logits.shape[-1]), padded(labels, -1).reshape(-1),
                                       ignore_index=-1)
    loss.backward()
    hand_gradients_on()
    return logits, p, loss


def agree(name, c, weights, texts, targets, labels):
    passes, rows, p, loss = formulas(c, weights, texts, targets, labels)
    logits, q, other = modules(c, weights, texts, targets, labels)
    differences = [abs(float(loss - other))]
    for b, row in enumerate(rows):
        theirs = logits[b:b + 1] if is_classifier(c) else logits[b, :len(row)]
        differences.append(float((row - theirs).abs().max()))
    differences += [float((p[key].grad - q[key].grad).abs().max()) for key in p]
    worst = float(np.max(differences))                         # a value that is no number stays one
    assert worst < TOLERANCE, f"{name}: the formulas differ from PyTorch's modules by {worst}"
    return passes, rows, p, loss, worst


def text_of(rows):
    return ";".join(make_model_goldens.comma_separated(row) for row in rows)


def main():
    wanted = sys.argv[1:]
    for name, c in MODELS.items():
        if wanted and name not in wanted:
            continue
        random = np.random.default_rng([SEED, zlib.crc32(name.encode())])
        weights = {key: (0.4 * random.standard_normal(shape)).astype(np.float32)
                   for key, shape in parameter_shapes(c).items()}
        labels = labels_of(c, TEXTS, TARGETS)

        passes, _, p, loss, one = agree(name, c, weights, TEXTS[:1], TARGETS[:1], labels[:1])
        expected = {key: value.detach().numpy() for key, value in passes[0].stages.items()}
        expected["loss"] = loss.detach().numpy().reshape(1)
        for key, value in passes[0].stages.items():
            if value.grad is not None:
                expected["grad." + key] = value.grad.numpy()
        expected |= {"grad.param." + key: value.grad.numpy() for key, value in p.items()}
        target = TARGETS[0] if stacks(c)[-1] else None
        make_model_goldens.write_model(name, c, weights, expected, TEXTS[0], target,
                                       labels[0] if is_classifier(c) else None)

        _, rows, p, loss, all_ = agree(name, c, weights, TEXTS, TARGETS, labels)
        batch = {f"logits.{b}": row.detach().numpy() for b, row in enumerate(rows)}
        batch["loss"] = loss.detach().numpy().reshape(1)
        batch |= {"grad.param." + key: value.grad.numpy() for key, value in p.items()}
        metadata = {"tokens": text_of(TEXTS), "labels": text_of(labels)}
        if target is not None:
            metadata["target_tokens"] = text_of(TARGETS)
        safetensors_io.write(make_model_goldens.HERE / "models" / name / "batch.safetensors", batch, metadata)
        print(f"{name}: {len(expected)} tensors, PyTorch's modules agree within {one:.1e}, as a batch {all_:.1e}")


if __name__ == "__main__":
    main()
