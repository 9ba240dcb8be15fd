/** zod for schemas that browsers use too. */
import { config } from 'zod';

// Without `jitless` zod tries `new Function`, which the content security policy refuses and reports.
config({ jitless: true });

export * from 'zod';
