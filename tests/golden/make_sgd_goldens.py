# Writes optimisers/sgd.safetensors: twenty steps of PyTorch's SGD with momentum on two parameters, each with its own decay,
# with the gradients' common norm clipped by PyTorch before every step. See README.md.
import pathlib

import numpy as np
import torch

import safetensors_io

SEED = 20240506
STEPS = 20
SHAPES = {"matrix": [5, 3], "bias": [6]}
DECAY = {"matrix": 0.1, "bias": 0.0}
MOMENTUM, CLIP, PEAK = 0.9, 1.0, 0.3


def main():
    random = np.random.default_rng(SEED)

    def exact(values):  # what float32 holds, in float64
        return torch.tensor(np.asarray(values, np.float32), dtype=torch.float64)

    parameters = {name: torch.nn.Parameter(exact(random.standard_normal(shape) * 0.5)) for name, shape in SHAPES.items()}
    optimiser = torch.optim.SGD(
        [{"params": [parameter], "weight_decay": DECAY[name]} for name, parameter in parameters.items()], lr=PEAK,
        momentum=float(np.float32(MOMENTUM)))
    tensors = {f"{name}.0": parameter.detach().clone() for name, parameter in parameters.items()}
    rates, norms = [], []
    for step in range(1, STEPS + 1):
        spread = 10.0 ** random.uniform(-2, 0.5)  # below and above the norm that is clipped
        for name, parameter in parameters.items():
            parameter.grad = exact(random.standard_normal(SHAPES[name]) * spread)
            tensors[f"{name}.{step}.gradient"] = parameter.grad.clone()
        norms.append(float(torch.nn.utils.clip_grad_norm_(parameters.values(), CLIP)))
        rates.append(float(np.float32(PEAK * step / STEPS)))
        for group in optimiser.param_groups:
            group["lr"] = rates[-1]
        optimiser.step()
        tensors |= {f"{name}.{step}": parameter.detach().clone() for name, parameter in parameters.items()}
    clipped = sum(norm > CLIP for norm in norms)
    assert 5 <= clipped <= STEPS - 5, f"{clipped} of {STEPS} steps are clipped"
    tensors |= {"rates": rates, "norms": norms, "decay": [DECAY[name] for name in SHAPES], "settings": [MOMENTUM, CLIP]}
    path = pathlib.Path(__file__).parent / "optimisers" / "sgd.safetensors"
    safetensors_io.write(path, tensors)
    print(f"{path.name}: {STEPS} steps, {clipped} of them clipped")


if __name__ == "__main__":
    main()
