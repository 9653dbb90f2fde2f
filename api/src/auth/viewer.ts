import { createMiddleware } from "hono/factory";
import type { AppContext } from "../app-context.ts";
import { notSignedIn } from "../http/errors.ts";
import { findUser } from "../users/queries.ts";

/** Who is asking: the row of a signed-in person. */
export type Viewer = NonNullable<Awaited<ReturnType<typeof findUser>>>;

export type Env = { Variables: { viewer: Viewer; client_address: string } };

/**
 * Lets only signed-in people through to what is not in `open`. A list of exceptions, so that a route
 * somebody forgets about is closed.
 */
export function requireViewer(context: AppContext, open: (method: string, path: string) => boolean) {
  return createMiddleware<Env>(async (c, next) => {
    if (open(c.req.method, c.req.path)) return next();
    const viewer = await findViewer(context, c.req.header("authorization"));
    if (!viewer) throw notSignedIn();
    c.set("viewer", viewer);
    await next();
  });
}

async function findViewer(context: AppContext, authorization: string | undefined): Promise<Viewer | undefined> {
  if (!authorization) return undefined;
  const session = await context.auth.api.getSession({ headers: new Headers({ authorization }) });
  return session ? findUser(context.db, Number(session.user.id)) : undefined;
}
