/** The names of a table that is written out in code, as TypeScript knows them. */
export const keysOf = <T extends object>(table: T) => Object.keys(table) as (keyof T & string)[];
