/** Accounts that most tests of a file need. */
import { beforeAll, beforeEach } from 'vitest';
import type { Person, TestShop } from './shop.ts';

/** For the top of a file: a shopper, who is another one in each test. */
export function useShopper(shop: TestShop): Person {
  const person = {} as Person;
  beforeEach(async () => {
    Object.assign(person, await shop.person());
  });
  return person;
}

/** For the top of a file: an operator without a password, the same in all tests. */
export function useOperator(shop: TestShop): Person {
  const operator = {} as Person;
  beforeAll(async () => {
    Object.assign(operator, await shop.person('operator'));
  });
  return operator;
}
