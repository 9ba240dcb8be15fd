import { defineConfig } from 'drizzle-kit';

/** `npm run db:generate` writes a migration from what changed in db/schema/index.ts. */
export default defineConfig({ dialect: 'sqlite', schema: './db/schema/index.ts', out: './db/migrations' });
