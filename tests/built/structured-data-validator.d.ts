/** What is used of the package, which has no types. */
declare module '@adobe/structured-data-validator' {
  export default class Validator {
    /** @param data items by their schema.org type */
    validate(data: {
      jsonld: Record<string, object[]>;
    }): Promise<{ issueMessage: string; severity: 'ERROR' | 'WARNING'; fieldNames?: string[] }[]>;
  }
}
