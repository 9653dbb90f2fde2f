/** The wind files of a user, as the server answers them. */
import type { WindFile } from "@leebow/api/contract";
import { answer } from "./answers";
import { onePage } from "./made";

/** Answers the list of wind files, each of them, and the curve of each. */
export function answerWindFiles(files: readonly WindFile[]): void {
  answer("GET /windfiles/", () => onePage([...files]));
  answer("GET /windfiles/{id}/", ({ params }) => files.find(({ id }) => id === Number(params.id))!);
  answer("GET /windfiles/{id}/curve/", () => ({
    points: Array.from({ length: 121 }, (_, n) => ({
      time: new Date(Date.parse("2026-03-07T16:20:00.000Z") + n * 6000).toISOString(),
      tws: 11.3 + Math.sin(n / 9),
      twd: 84,
    })),
  }));
}
