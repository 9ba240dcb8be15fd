/** zod for schemas that browsers use too. */
import { z } from 'zod';

// Or zod tries `new Function` once. The policy of a page refuses that, and the browser reports it.
z.config({ jitless: true });

export { z };
