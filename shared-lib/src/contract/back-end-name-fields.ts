import * as v from 'valibot';

const theirName = v.pipe(v.string(), v.trim(), v.nonEmpty('a name is empty'));

/** No "." or ".." between slashes of either kind, even encoded: browsers and servers read %2e%2e as "..". */
function staysInFolder(path: string): boolean {
  try {
    return !/(?:^|[/\\])\.\.?(?:[/\\?]|$)|\\/.test(decodeURIComponent(path));
  } catch (error) {
    if (error instanceof URIError) return false;
    throw error;
  }
}

/** Below the API's base; no other address, and no way out of its folder. */
const theirPath = v.pipe(
  theirName,
  v.check(
    (path) => /^(?!\/)[^\s:#\\]+$/.test(path) && staysInFolder(path),
    'a path is relative to apiBase, such as "reports/download.php"',
  ),
);

/** As {@link theirPath}, or from the root of the API's origin if it begins with a slash. */
const theirFolder = v.pipe(
  theirName,
  v.check(
    (folder) => /^\/?(?!\/)[^:?#\\]+$/.test(folder) && staysInFolder(folder),
    'a folder is a path such as "uploads/lock" or "/uploads/lock"',
  ),
  v.transform((folder) => folder.replace(/\/+$/, '')),
);

const renamed = <Schema extends v.GenericSchema<string, string>>(theirs: Schema) =>
  v.optional(v.record(v.string(), theirs), {});

/** The fields of {@link backEndNames}, without checking that we have something of these names. */
export const nameFields = v.object({
  reports: renamed(theirName),
  permissions: renamed(theirName),
  actions: renamed(theirName),
  folders: renamed(theirFolder),
  calls: renamed(theirPath),
});

export type BackEndNames = v.InferOutput<typeof nameFields>;
