import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate` writes a migration from what changed in db/schema.ts. */
export default defineConfig({ dialect: 'sqlite', schema: './db/schema.ts', out: './db/migrations' });
