"""Times layers on a GPU with PyTorch. `scripts/record-gpu-trace` calls it: layers come as JSON on standard input."""

import argparse
import datetime
import json
import statistics
import sys
import time

import torch

WARM_UP = 20
PASSES = 50
REPEATS = 11


def microseconds(work, synchronize):
    """Wall time of one pass, with passes back to back: the median of some repeats."""
    for _ in range(WARM_UP):
        work()
    times = []
    for _ in range(REPEATS):
        synchronize()
        start = time.perf_counter()
        for _ in range(PASSES):
            work()
        synchronize()
        times.append((time.perf_counter() - start) / PASSES * 1e6)
    return statistics.median(times)


def step(parameters, gradients):
    """Plain SGD, behind autograd's back: the graph is used again, and its values do not matter here."""
    for parameter, gradient in zip(parameters, gradients):
        parameter.data.add_(gradient, alpha=-1e-9)


def passes(layer, device):
    """The forward pass and the backward pass of a layer, as functions."""

    def tensor(*shape):
        return torch.randn(*shape, device=device)

    kind, samples = layer["kind"], layer["samples"]
    parameters = []
    if kind == "linear":
        linear = torch.nn.Linear(layer["inputs"], layer["outputs"], device=device)
        parameters = list(linear.parameters())
        inputs = [tensor(samples, layer["inputs"]).requires_grad_(layer["input_gradient"])]

        def forward():
            return torch.relu(linear(inputs[0]))

    elif kind == "dot":
        vectors, dimension = layer["vectors"], layer["dimension"]
        inputs = [tensor(samples, dimension).requires_grad_() for _ in range(vectors)]
        rows, columns = torch.tril_indices(vectors, vectors, offset=-1, device=device)

        def forward():
            together = torch.cat(inputs, dim=1).view(samples, vectors, dimension)
            products = torch.bmm(together, together.transpose(1, 2))
            return torch.cat([inputs[0], products[:, rows, columns]], dim=1)

    elif kind == "cat":
        half = layer["width"] // 2
        inputs = [tensor(samples, width).requires_grad_() for width in (half, layer["width"] - half)]

        def forward():
            return torch.cat(inputs, dim=1)

    elif kind == "loss":
        inputs = [tensor(samples).requires_grad_()]
        labels = torch.randint(0, 2, (samples,), device=device).float()

        def forward():
            return torch.nn.functional.binary_cross_entropy_with_logits(inputs[0], labels)

    else:
        sys.exit(f"record-gpu-trace: no layer of kind {kind}")

    wanted = parameters + [each for each in inputs if each.requires_grad]
    output = forward()
    gradient = torch.ones_like(output)

    def backward():
        gradients = torch.autograd.grad(output, wanted, gradient, retain_graph=True)
        step(parameters, gradients)

    return forward, backward


def main():
    arguments = argparse.ArgumentParser(description=__doc__)
    arguments.add_argument("--driver", required=True)
    arguments.add_argument("--out", required=True)
    arguments = arguments.parse_args()
    if not torch.cuda.is_available():
        sys.exit("record-gpu-trace: PyTorch finds no GPU; is the driver too old for this PyTorch?")
    torch.backends.cuda.matmul.allow_tf32 = False
    rows = []
    for layer in json.load(sys.stdin):
        forward, backward = passes(layer, "cuda")
        times = [round(microseconds(work, torch.cuda.synchronize), 3) for work in (forward, backward)]
        rows.append({"layer": layer, "forward_us": times[0], "backward_us": times[1]})
        print(f"{layer}: {times[0]} us forward, {times[1]} us backward", file=sys.stderr)
    table = {
        "format": "emberlane-gpu-trace-1",
        "gpu": torch.cuda.get_device_name(0),
        "driver": arguments.driver,
        "framework": f"PyTorch {torch.__version__}",
        "date": datetime.date.today().isoformat(),
        "layers": rows,
    }
    with open(arguments.out, "w", encoding="utf-8") as file:
        json.dump(table, file, indent=1)
        file.write("\n")


if __name__ == "__main__":
    main()
