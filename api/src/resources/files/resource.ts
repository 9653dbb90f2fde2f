import { DELETE_FILES } from "../../platform/files/files-of-rows.ts";
import { defineResource } from "../../platform/ops/resource.ts";
import { FILE_ROUTES } from "./contract.ts";
import { FILE_HANDLERS } from "./handlers.ts";

export const FILES = defineResource({
  name: "files",
  routes: FILE_ROUTES,
  handlers: FILE_HANDLERS,
  jobs: [DELETE_FILES],
});
