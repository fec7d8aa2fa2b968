// y = value in the cells that an edit selects: of each axis one index, or every one (-1).
layout(local_size_x = 256) in;
layout(std430, binding = 0) buffer Y { float y[]; };
uniform int size0, size1, size2, size3;      // axes that a tensor lacks stand in front, of size 1
uniform int index0, index1, index2, index3;  // selected along each
uniform int first;                           // entry of the tensor that y begins with
uniform float value;
bool selects(int index, int at) { return index < 0 || index == at; }
void main() {
    for (int i = FIRST; i < n; i += STRIDE) {
        int at = first + i;
        bool selected = selects(index3, at % size3);
        at /= size3;
        selected = selected && selects(index2, at % size2);
        at /= size2;
        selected = selected && selects(index1, at % size1);
        at /= size1;
        if (selected && selects(index0, at)) y[base[0] + i] = value;
    }
}
