/** The object storage answered with an error, or did not answer (503). */
export class S3Error extends Error {
  override name = "S3Error";
  readonly status: number;
  readonly s3_code: string;

  constructor(status: number, s3_code: string, request: string, cause?: unknown) {
    super(`object storage answered ${status} ${s3_code} to ${request}`, { cause });
    this.status = status;
    this.s3_code = s3_code;
  }
}
