/** A newer version of the shop has migrated the database so that this version cannot run on it. */
export class DatabaseIsNewer extends Error {
  override name = 'DatabaseIsNewer';
}
