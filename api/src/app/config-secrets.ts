import type { Config } from "../platform/config.ts";

/** Keys and passwords of the configuration, in the forms in which an error may quote them. */
export function secretsOfConfig({ secret, smtp_url, database_url, s3, metrics_token, providers }: Config): string[] {
  const { billing, garmin } = providers;
  return [
    secret,
    ...passwordsOf(smtp_url),
    ...passwordsOf(database_url),
    s3?.secret_access_key,
    metrics_token,
    ...(typeof billing === "object" ? [billing.secret_key, billing.webhook_secret] : []),
    ...(typeof garmin === "object" ? [garmin.client_secret, garmin.webhook_secret] : []),
  ].filter((text) => text !== undefined);
}

/** The password in an address, as it stands there and decoded. */
function passwordsOf(address: string | undefined): string[] {
  if (!address || !URL.canParse(address)) return [];
  const { password } = new URL(address);
  return [password, decodeURIComponent(password)];
}
