import { texts } from '../../../lib/texts.ts';

export const headerTexts = texts({
  back: { pt: 'Voltar para a lista', en: 'Back to the list', es: 'Volver a la lista' },
  withYou: { pt: 'com você', en: 'with you', es: 'contigo' },
  withOther: { pt: 'com {name}', en: 'with {name}', es: 'con {name}' },
  nobody: { pt: 'sem atendente', en: 'no agent', es: 'sin agente' },
  noQueue: { pt: 'Sem fila', en: 'No queue', es: 'Sin cola' },
  transfer: { pt: 'Transferir', en: 'Transfer', es: 'Transferir' },
  giveBack: { pt: 'Devolver à fila', en: 'Return to queue', es: 'Devolver a la cola' },
  log: { pt: 'Histórico da conversa', en: 'Conversation history', es: 'Historial de la conversación' },
  more: { pt: 'Mais ações', en: 'More actions', es: 'Más acciones' },
  takeOver: { pt: 'Assumir conversa', en: 'Take over conversation', es: 'Asumir conversación' },
  markUnread: { pt: 'Marcar como não lida', en: 'Mark as unread', es: 'Marcar como no leída' },
  tag: { pt: 'Adicionar tag', en: 'Add tag', es: 'Agregar etiqueta' },
  ignore: { pt: 'Ignorar', en: 'Ignore', es: 'Ignorar' },
  remove: { pt: 'Excluir conversa', en: 'Delete conversation', es: 'Eliminar conversación' },
  contact: { pt: 'Dados do contato', en: 'Contact details', es: 'Datos del contacto' },
  resolve: { pt: 'Resolver', en: 'Resolve', es: 'Resolver' },
  accept: { pt: 'Aceitar', en: 'Accept', es: 'Aceptar' },
  reopen: { pt: 'Reabrir', en: 'Reopen', es: 'Reabrir' },
  showContact: { pt: 'Mostrar dados do contato', en: 'Show contact details', es: 'Mostrar datos del contacto' },
  hideContact: { pt: 'Ocultar dados do contato', en: 'Hide contact details', es: 'Ocultar datos del contacto' },
});
