/** zod for schemas that browsers use too. */
import { z } from 'zod';

// Without `jitless` zod tries `new Function`, which the content security policy refuses and reports.
z.config({ jitless: true });

export { z };
