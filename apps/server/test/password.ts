/** Password of every test user. */
export const PASSWORD = 'Senha-de-teste-1';
