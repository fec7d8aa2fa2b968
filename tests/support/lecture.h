// A lesson as a lecturer gives it: three steps with cells, notes, minutes and a question for the class.
#pragma once

#include <string>

#include "core/base/file.h"
#include "tests/support/shipped_program.h"
#include "tests/support/temporary_folder.h"

namespace glassformer::test {

inline constexpr const char* lecture_text = R"(---
title: A lecture
minutes: 12
---
## One

```scene
model: coreference-full
view: walk
stage: blocks.1.attn.weights
head: 1
```

The weights of head 1.

```notes
Ask the class first. The weight is {{blocks.1.attn.weights[head 1, it, animal] : 3}}.
```
```minutes
1
```

## Two

```scene
cell: blocks.1.attn.weights[head 1, it, animal]
```

“it” attends to [animal](blocks.1.attn.weights[head 1, it, animal]).

```minutes
2
```

## Three

```scene
cell: none
```

Here is [street](blocks.1.attn.weights[head 1, tired, street]).

```ask
choice: What does “it” attend to?
option: animal | blocks.1.attn.weights[head 1, it, animal]
option: street | blocks.1.attn.weights[head 1, it, street]
```
```minutes
3
```
)";

inline AppOptions lecture_options(const TemporaryFolder& folder, PixelSize size = {1280, 720}) {
    write_file(folder / "lecture.md", lecture_text);
    AppOptions options = shipped_options("coreference-full", size);
    options.still = true;
    options.lesson = folder / "lecture.md";
    return options;
}

}  // namespace glassformer::test
