/** The tests' own way to a database. */
import { connect, type Db } from '#db/client.ts';

/** As the Worker's, but it waits: a machine with much to do is no fault of what is tested. */
export const openPatiently = (url: string): Db =>
  connect({ url }, { until: Number.POSITIVE_INFINITY, patience: 60_000 });
