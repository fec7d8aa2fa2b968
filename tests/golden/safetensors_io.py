# Reads and writes .safetensors: a little-endian u64 header length, a JSON header, the numbers. Kept apart from the
# package of that name, so that the goldens need nothing but numpy and PyTorch.
import json
import struct

import numpy as np

DTYPES = {"F64": np.float64, "F32": np.float32, "F16": np.float16, "I64": np.int64, "I32": np.int32, "U8": np.uint8,
          "BOOL": np.bool_}


def read(path):
    """The tensors of a file in the order of the header, {name: array}, and its metadata, {key: string}."""
    with open(path, "rb") as file:
        (length,) = struct.unpack("<Q", file.read(8))
        header = json.loads(file.read(length))
        data = file.read()
    metadata = header.pop("__metadata__", {})
    tensors = {}
    for name, entry in header.items():
        begin, end = entry["data_offsets"]
        flat = np.frombuffer(data[begin:end], dtype=np.dtype(DTYPES[entry["dtype"]]).newbyteorder("<"))
        tensors[name] = flat.reshape(entry["shape"])
    return tensors, metadata


def write(path, tensors, metadata=None):
    """Writes {name: array or tensor} as float32; the header is padded so that the numbers start at a multiple of 8."""
    header, chunks, offset = {}, [], 0
    if metadata:
        header["__metadata__"] = dict(metadata)
    for name, tensor in tensors.items():
        array = np.array(tensor, dtype="<f4", order="C")
        header[name] = {"dtype": "F32", "shape": list(array.shape), "data_offsets": [offset, offset + array.nbytes]}
        offset += array.nbytes
        chunks.append(array.tobytes())
    text = json.dumps(header, separators=(",", ":")).encode()
    text += b" " * (-len(text) % 8)
    with open(path, "wb") as file:
        file.write(struct.pack("<Q", len(text)))
        file.write(text)
        for chunk in chunks:
            file.write(chunk)
