/** The shader program of these two sources; throws with the compiler's message. */
export function programOf(gl: WebGL2RenderingContext, vertex: string, fragment: string): WebGLProgram {
  const program = gl.createProgram();
  for (const [type, source] of [
    [gl.VERTEX_SHADER, vertex],
    [gl.FRAGMENT_SHADER, fragment],
  ] as const) {
    const shader = gl.createShader(type)!;
    gl.shaderSource(shader, source);
    gl.compileShader(shader);
    gl.attachShader(program, shader);
    // It is freed with the program.
    gl.deleteShader(shader);
  }
  gl.linkProgram(program);
  return program;
}

/** Makes a program current. */
export function bindProgram(gl: WebGL2RenderingContext, program: WebGLProgram): void {
  // biome-ignore lint/correctness/useHookAtTopLevel: it is a function of WebGL.
  gl.useProgram(program);
}

/** Texels of a row of a {@link DataTexture}. Every WebGL 2 has textures of this size. */
export const DATA_WIDTH = 1024;

/** Of a vertex shader: the n-th texel of a {@link DataTexture}. */
export const FETCH = /* glsl */ `
uniform highp usampler2D uData;
uvec4 texel(int n) { return texelFetch(uData, ivec2(n & ${DATA_WIDTH - 1}, n / ${DATA_WIDTH}), 0); }`;

/**
 * Numbers for a vertex shader, four words a texel, filled anew every frame. The shader fetches them by the number of its
 * vertex, so that everything is one plain drawing: of instances a renderer in software draws each by itself. Measured in
 * SwiftShader with 200 boats.
 */
export class DataTexture {
  private readonly texture: WebGLTexture;
  private height = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.texture = gl.createTexture();
    this.bind();
    for (const side of [gl.TEXTURE_MIN_FILTER, gl.TEXTURE_MAG_FILTER])
      gl.texParameteri(gl.TEXTURE_2D, side, gl.NEAREST);
  }

  /** Binds it to the current unit. */
  bind(): void {
    this.gl.bindTexture(this.gl.TEXTURE_2D, this.texture);
  }

  /** Binds it and replaces the content by the first `texels`. */
  fill(words: Uint32Array, texels: number): void {
    this.bind();
    this.reserve(Math.ceil(texels / DATA_WIDTH));
    const rows = Math.floor(texels / DATA_WIDTH);
    const rest = texels - rows * DATA_WIDTH;
    if (rows > 0) this.write(0, DATA_WIDTH, rows, words);
    if (rest > 0) this.write(rows, rest, 1, words);
  }

  private write(row: number, width: number, height: number, words: Uint32Array): void {
    const { gl } = this;
    const from = row * DATA_WIDTH * 4;
    gl.texSubImage2D(gl.TEXTURE_2D, 0, 0, row, width, height, gl.RGBA_INTEGER, gl.UNSIGNED_INT, words, from);
  }

  private reserve(rows: number): void {
    const { gl } = this;
    if (rows <= this.height) return;
    this.height = Math.max(rows, 2 * this.height);
    const { height } = this;
    gl.texImage2D(gl.TEXTURE_2D, 0, gl.RGBA32UI, DATA_WIDTH, height, 0, gl.RGBA_INTEGER, gl.UNSIGNED_INT, null);
  }
}
