// One group a row: the row is read once into shared memory where it fits (CACHED), and read again where it does not.
// A shader that includes this declares the block of x first.
uniform int row_count, columns;
#ifdef CACHED
shared float row_entries[CACHED];
#define ENTRY(j) row_entries[j]
#else
#define ENTRY(j) x[row_at + (j)]
#endif

#define EACH_ROW(r) int r = int(gl_WorkGroupID.x); r < row_count; r += int(gl_NumWorkGroups.x)
#define EACH_COLUMN(j) int j = int(gl_LocalInvocationIndex); j < columns; j += LOCAL

/// Reads the row that begins at row_at; each thread later sees the entries that it read itself.
void read_row(int row_at) {
#ifdef CACHED
    for (EACH_COLUMN(j)) row_entries[j] = x[row_at + j];
#endif
}
