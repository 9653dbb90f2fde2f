/** The packages that a workspace needs to run, by the project's lock file. */

/**
 * Paths in the lock file, such as `node_modules/a/node_modules/b`, of everything that the workspace at this path depends
 * on, directly or not, without development dependencies. Packages for other platforms are among them.
 */
export function lockedPackages(packages, workspace) {
  const found = new Set();
  const visit = (path) => {
    const entry = packages[path];
    const optional = { ...entry.optionalDependencies, ...optionalPeers(entry) };
    for (const name of Object.keys({
      ...entry.dependencies,
      ...entry.peerDependencies,
      ...entry.optionalDependencies,
    })) {
      const at = resolveName(packages, path, name);
      if (at === undefined && !(name in optional))
        throw new Error(`The lock file has no ${name}, which ${path} needs.`);
      if (at === undefined || found.has(at) || name in optionalPeers(entry)) continue;
      found.add(at);
      visit(packages[at].link ? packages[at].resolved : at);
    }
  };
  visit(workspace);
  return [...found].sort();
}

const optionalPeers = ({ peerDependenciesMeta = {} }) =>
  Object.fromEntries(Object.entries(peerDependenciesMeta).filter(([, { optional }]) => optional));

/** Where Node finds this package from a file of the package at `from`. */
function resolveName(packages, from, name) {
  const parts = from.split("/");
  for (let depth = parts.length; depth >= 0; depth--) {
    const path = [...parts.slice(0, depth), "node_modules", name].join("/");
    if (packages[path]) return path;
  }
  return undefined;
}
