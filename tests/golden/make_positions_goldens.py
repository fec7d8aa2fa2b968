# Writes positions/positions.safetensors: what the positions laboratory must show of every encoding, from the papers'
# formulas and published functions, in float64. One content (x, y, W_Q, W_K) and one sentence for all. See README.md.
import math
import pathlib

import numpy as np
import torch

import safetensors_io

SEED = 20240507
D_MODEL, D_HEAD, N, FIRST, ROWS, BASE = 12, 8, 20, 5, 40, 500.0
CLIP, BUCKETS, MAX_DISTANCE = 4, 8, 20
HIDDEN, SCALE_C, THRESHOLD = 5, 0.3, 10.8
SCALE = 1 / math.sqrt(D_HEAD)


def sines(positions, d):
    """Vaswani et al. 2017, section 3.5."""
    table = torch.zeros(len(positions), d, dtype=torch.float64)
    for row, position in enumerate(positions):
        for column in range(d):
            angle = position / BASE ** ((column - column % 2) / d)
            table[row, column] = math.sin(angle) if column % 2 == 0 else math.cos(angle)
    return table


def rotated(x, angles, layout):
    """Su et al. 2021: each pair is a complex number times e^{i angle}. x [d], angles [n, pairs] -> [n, d]."""
    pairs = angles.shape[1]
    turn = torch.polar(torch.ones_like(angles), angles)
    out = x.repeat(len(angles), 1)
    if layout == "interleaved":
        z = torch.view_as_complex(x[: 2 * pairs].reshape(pairs, 2).contiguous()) * turn
        out[:, : 2 * pairs] = torch.view_as_real(z).reshape(len(angles), 2 * pairs)
    else:
        z = torch.complex(x[:pairs], x[pairs : 2 * pairs]) * turn
        out[:, :pairs], out[:, pairs : 2 * pairs] = z.real, z.imag
    return out


def slopes(n):
    """get_slopes as published with ALiBi (Press, Smith, Lewis 2022)."""
    def of_power(m):
        start = 2 ** (-2 ** -(math.log2(m) - 3))
        return [start * start**i for i in range(m)]

    if math.log2(n).is_integer():
        return of_power(n)
    closest = 2 ** math.floor(math.log2(n))
    return of_power(closest) + slopes(2 * closest)[0::2][: n - closest]


def bucket(relative_position, bidirectional, num_buckets, max_distance):
    """relative_position_bucket as published with T5 (Raffel et al. 2020); relative_position is key - query."""
    result = 0
    n = -relative_position
    if bidirectional:
        num_buckets //= 2
        result = result + (n < 0).to(torch.long) * num_buckets
        n = torch.abs(n)
    else:
        n = torch.max(n, torch.zeros_like(n))
    max_exact = num_buckets // 2
    large = max_exact + (
        torch.log(n.float() / max_exact) / math.log(max_distance / max_exact) * (num_buckets - max_exact)
    ).to(torch.long)
    large = torch.min(large, torch.full_like(large, num_buckets - 1))
    return result + torch.where(n < max_exact, n, large)


def main():
    random = np.random.default_rng(SEED)

    def drawn(*shape):  # what float32 holds, in float64
        return torch.tensor(random.standard_normal(shape).astype(np.float32), dtype=torch.float64)

    out = {}
    x, y, w_q, w_k = drawn(D_MODEL), drawn(D_MODEL), drawn(D_MODEL, D_HEAD), drawn(D_MODEL, D_HEAD)
    q, k = x @ w_q, y @ w_k
    out |= {"x": x, "y": y, "w_q": w_q, "w_k": w_k, "q": q, "k": k}
    content = (q @ k).expand(N, N) * SCALE
    positions = torch.arange(FIRST, FIRST + N)
    distance = positions[None, :] - positions[:, None]  # key - query
    out["none.scores"] = content

    def added(name, rows):
        asks, answers = rows @ w_q, rows @ w_k
        terms = {"content_content": content, "content_position": (answers @ q).expand(N, N) * SCALE,
                 "position_content": (asks @ k)[:, None].expand(N, N) * SCALE,
                 "position_position": asks @ answers.T * SCALE}
        scores = ((x + rows) @ w_q) @ ((y + rows) @ w_k).T * SCALE
        assert torch.allclose(sum(terms.values()), scores, atol=1e-12, rtol=0)
        out.update({f"{name}.{term}": values for term, values in terms.items()})
        out[f"{name}.scores"] = scores
        out[f"{name}.similarity"] = rows @ rows.T

    out["sinusoidal.table"] = sines(positions.tolist(), D_MODEL)
    added("sinusoidal", out["sinusoidal.table"])
    out["learned.rows"] = drawn(ROWS, D_MODEL)
    added("learned", out["learned.rows"][FIRST : FIRST + N])
    out["one_hot.mix"] = drawn(ROWS, D_MODEL)
    added("one_hot", torch.eye(ROWS, dtype=torch.float64)[FIRST : FIRST + N] @ out["one_hot.mix"])

    for scaling, dims in [("none", 6), ("none", 8), ("linear", 8), ("ntk", 8)]:
        factor = {"none": 1, "linear": 2.5, "ntk": 4}[scaling]
        base = BASE * factor ** (dims / (dims - 2)) if scaling == "ntk" else BASE
        counted = positions.double() / (factor if scaling == "linear" else 1)
        frequencies = torch.tensor([base ** (-2 * pair / dims) for pair in range(dims // 2)], dtype=torch.float64)
        angles = counted[:, None] * frequencies[None, :]
        for layout in ["interleaved", "half"]:
            name = f"rope.{scaling}.{dims}.{layout}"
            asks, answers = rotated(q, angles, layout), rotated(k, angles, layout)
            out |= {f"{name}.angles": angles, f"{name}.query": asks, f"{name}.scores": asks @ answers.T * SCALE}

    for heads in (8, 12, 6):
        out[f"alibi.{heads}.slopes"] = torch.tensor(slopes(heads), dtype=torch.float64)
        bias = -torch.tensor(slopes(heads), dtype=torch.float64)[:, None, None] * distance.abs()
        out[f"alibi.{heads}.bias"] = bias[heads - 1]
        out[f"alibi.{heads}.scores"] = content + bias[heads - 1]

    table = drawn(BUCKETS)
    out["t5.table"] = table
    for side, bidirectional in [("one", False), ("two", True)]:
        out[f"t5.{side}.bias"] = table[bucket(distance, bidirectional, BUCKETS, MAX_DISTANCE)]
        out[f"t5.{side}.scores"] = content + out[f"t5.{side}.bias"]

    keys = drawn(2 * CLIP + 1, D_HEAD)
    relative = torch.einsum("d,ijd->ij", q, keys[distance.clamp(-CLIP, CLIP) + CLIP]) * SCALE
    out |= {"shaw.keys": keys, "shaw.relative": relative, "shaw.scores": content + relative}

    w_r, u, v = drawn(D_MODEL, D_HEAD), drawn(D_HEAD), drawn(D_HEAD)
    out |= {"xl.weight": w_r, "xl.u": u, "xl.v": v}
    for side in ["one", "two"]:
        scores = torch.zeros(N, N, dtype=torch.float64)
        for i in range(N):
            for j in range(N):
                r = sines([i - j], D_MODEL)[0] @ w_r
                seen = j <= i or side == "two"
                scores[i, j] = ((q + u) @ k + ((q + v) @ r if seen else 0)) * SCALE
        out[f"xl.{side}.scores"] = scores

    # Li et al. 2023, appendix: Linear(1, hidden), ReLU, Linear(hidden, heads) of the normalised distance.
    first_layer, last_layer = torch.nn.Linear(1, HIDDEN).double(), torch.nn.Linear(HIDDEN, 1).double()
    network = {"in_weight": drawn(HIDDEN), "in_bias": drawn(HIDDEN), "out_weight": drawn(HIDDEN), "out_bias": drawn(1)}
    with torch.no_grad():
        first_layer.weight[:, 0], first_layer.bias[:] = network["in_weight"], network["in_bias"]
        last_layer.weight[0], last_layer.bias[:] = network["out_weight"], network["out_bias"]
        far = torch.maximum(torch.tensor(THRESHOLD).double(), positions.double())[:, None]
        share = torch.log(SCALE_C * distance.abs() + 1) / (torch.log(SCALE_C * far + 1) + 1e-6)
        bias = last_layer(torch.relu(first_layer(share[..., None])))[..., 0]
    out |= {f"fire.{name}": value for name, value in network.items()}
    out |= {"fire.bias": bias, "fire.scores": content + bias}

    for shift in (1, 7):  # p_{i+k} = M p_i, solved for from the rows alone
        rows = sines(list(range(60)), D_MODEL)
        solution = torch.linalg.lstsq(rows[:-shift], rows[shift:]).solution.T
        out[f"sinusoidal.map.{shift}"] = torch.round(solution, decimals=9) + 0.0  # its last bits differ from run to run

    folder = pathlib.Path(__file__).parent / "positions"
    folder.mkdir(exist_ok=True)
    safetensors_io.write(folder / "positions.safetensors", out)


if __name__ == "__main__":
    main()
