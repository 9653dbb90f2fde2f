import { AddressSigner } from "./address-signer.ts";
import type { AddressOptions, GrantedAddress, Storage, StoredPage } from "./storage.ts";
import { listOlder } from "./storage.ts";

/** What every storage does alike: addresses of files on this server, and the files that have not changed for long. */
export abstract class AddressedStorage {
  protected readonly addresses: AddressSigner;

  constructor(signing_key: string) {
    this.addresses = new AddressSigner(signing_key);
  }

  abstract pages(folder: string, after?: string | null): AsyncIterable<StoredPage>;

  listOlderThan(folder: string, age_ms: number): Promise<string[]> {
    return listOlder(this, folder, age_ms);
  }

  signedPath(key: string, options?: AddressOptions): string {
    return this.addresses.signedPath(key, options);
  }

  verify(key: string, query: URLSearchParams): GrantedAddress | null {
    return this.addresses.verify(key, query);
  }

  verifyUpload(key: string, query: URLSearchParams): ReturnType<Storage["verifyUpload"]> {
    return this.addresses.verifyUpload(key, query);
  }
}
