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

/** An attribute of an instanced drawing. */
export interface InstanceAttribute {
  name: string;
  size: number;
  /** Bytes from the start of an instance. */
  offset: number;
  /** Four bytes, from 0 to 1 in the shader; otherwise floats. */
  isColour?: boolean;
}

/** A vertex array whose attributes advance once an instance, all from one buffer. */
export function instanceArray(
  gl: WebGL2RenderingContext,
  program: WebGLProgram,
  buffer: WebGLBuffer,
  stride: number,
  attributes: readonly InstanceAttribute[],
): WebGLVertexArrayObject {
  const array = gl.createVertexArray();
  gl.bindVertexArray(array);
  gl.bindBuffer(gl.ARRAY_BUFFER, buffer);
  for (const { name, size, offset, isColour = false } of attributes) {
    const place = gl.getAttribLocation(program, name);
    gl.enableVertexAttribArray(place);
    gl.vertexAttribPointer(place, size, isColour ? gl.UNSIGNED_BYTE : gl.FLOAT, isColour, stride, offset);
    gl.vertexAttribDivisor(place, 1);
  }
  gl.bindVertexArray(null);
  return array;
}

/** A buffer that is filled anew every frame and grows with its content. */
export class StreamBuffer {
  readonly buffer: WebGLBuffer;
  private size = 0;

  constructor(private readonly gl: WebGL2RenderingContext) {
    this.buffer = gl.createBuffer();
  }

  /** Replaces the content by the first `length` numbers. */
  fill(numbers: Float32Array, length: number): void {
    const { gl } = this;
    gl.bindBuffer(gl.ARRAY_BUFFER, this.buffer);
    if (numbers.byteLength > this.size) {
      this.size = numbers.byteLength;
      gl.bufferData(gl.ARRAY_BUFFER, this.size, gl.DYNAMIC_DRAW);
    }
    gl.bufferSubData(gl.ARRAY_BUFFER, 0, numbers, 0, length);
  }
}
