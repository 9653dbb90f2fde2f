import type { AppContext } from "../context.ts";
import type { Db } from "../db/open.ts";
import type { ArchiveEntry } from "../files/archive.ts";
import type { FileFolder } from "../files/folders.ts";
import type { ResultKind } from "../files/results.ts";
import type { UntypedHandler } from "../http/mount.ts";
import type { RouteTable } from "../http/route.ts";
import type { Viewer } from "../http/viewer.ts";
import type { AnyJob } from "../jobs/definition.ts";

declare module "../context.ts" {
  interface AppContext {
    /** All resources of this server, in the order of the OpenAPI document. */
    resources: readonly Resource[];
  }
}

/**
 * A resource of the server, defined in `resource.ts` of its folder and listed in app/resources.ts. Its calls, jobs, file
 * folders, results, backup, export, deletion and sweep are derived from this definition. A resource that reacts to events of
 * others adds an optional member for the event to this interface (`declare module`).
 */
export interface Resource {
  name: string;
  routes: RouteTable;
  /** By the names of `routes`. */
  handlers: Readonly<Record<string, UntypedHandler>>;
  /** What an id in a path names, by the segment of the path before it. */
  ids?: Readonly<Record<string, string>>;
  jobs?: readonly AnyJob[];
  /** Folders of files that cannot be computed again. */
  files?: readonly FileFolder[];
  /** Files that are computed for rows of a table. */
  results?: ResultKind;
  /** Once an hour and after a start: deletes what has expired, enqueues what has lost its job. */
  sweep?(context: AppContext): Promise<unknown>;
  /** After a start of another version of the engine: enqueues what is to be made again. */
  remakeOutdated?(context: AppContext): Promise<void>;
  account?: AccountData;
}

/** What a resource has of an account. */
interface AccountData {
  /** Its lines of the README of an archive of the user's data. */
  about?: string;
  /** The files of that archive. */
  exported?(context: AppContext, user: Viewer): AsyncIterable<ArchiveEntry>;
  /** Tables of which the archive has the user's rows by `exported`, or not at all: rows of the others are written as they are stored. */
  tables?: readonly string[];
  /** Before the row of a user that is to be deleted is locked: locks what other transactions lock before it. */
  lock?(trx: Db, user_id: number): Promise<void>;
  /**
   * Before the user's row and all that refers to it goes by the database's cascades, in that transaction. Returns the keys of
   * the files and folders that nothing will refer to then; those of `files` are known without it.
   */
  removed?(context: AppContext, trx: Db, user_id: number): Promise<string[]>;
}

/** A call without a handler is a type error; `Handlers` checks what each is given and returns. */
export const defineResource = <T extends RouteTable>(
  definition: Omit<Resource, "routes" | "handlers"> & {
    routes: T;
    handlers: { [Name in keyof NoInfer<T>]: UntypedHandler };
  },
) => definition as unknown as Omit<Resource, "routes"> & { routes: T };

/** A resource without calls. */
export const NO_CALLS = { routes: {}, handlers: {} } as const;

/** The calls of these resources. */
export const routesOf = (resources: readonly Resource[]): RouteTable =>
  Object.assign({}, ...resources.map(({ routes }) => routes));
