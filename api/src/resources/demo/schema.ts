/** Messages of the pages of the embedded providers. Importable by the browser. */
import { z } from "zod";

export const CheckoutParams = z.object({ id: z.string().regex(/^[\w-]{1,200}$/) });

/** What the embedded provider's page needs, as RFC 6749 and 7636 name it; it passes over others, as RFC 6749 says. */
export const ConsentQuery = z.object({
  state: z.string("state is missing").min(1).max(200),
  code_challenge: z.string("code_challenge is missing").min(1).max(200),
  redirect_uri: z.string("redirect_uri is missing").min(1).max(500),
});
