import { PASSWORD } from '../../../test/users.ts';

export const errorOf = (answer: { statusCode: number; json(): { error: string } }) => [
  answer.statusCode,
  answer.json().error,
];
let createdCount = 0;
/** A valid new user with an unused e-mail. */
export const createDraft = (more: object = {}) => ({
  name: 'Bia Prado',
  email: `bia${++createdCount}@example.com`,
  password: PASSWORD,
  ...more,
});
