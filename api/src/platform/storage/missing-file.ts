/** The storage does not have a file that a row refers to. */
export class MissingFile extends Error {
  override name = "MissingFile";
  readonly key: string;

  constructor(key: string) {
    super(`the file ${key} is not in the storage`);
    this.key = key;
  }
}
