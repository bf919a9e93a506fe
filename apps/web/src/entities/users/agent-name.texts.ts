import { texts } from '../../lib/texts.ts';

export const agentNameTexts = texts({
  removedUser: { pt: 'Usuário excluído {id}', en: 'Deleted user {id}', es: 'Usuario eliminado {id}' },
});
