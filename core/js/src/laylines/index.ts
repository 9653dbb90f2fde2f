export * from "./lay-courses.ts";
export * from "./next-mark.ts";
