import { texts } from '../../lib/texts.ts';

export const notificationTexts = texts({
  unread: { pt: 'Não lidas', en: 'Unread', es: 'No leídas' },
  unreadButton: { pt: 'Conversas não lidas', en: 'Unread conversations', es: 'Conversaciones no leídas' },
  oneUnread: { pt: '1 não lida', en: '1 unread', es: '1 no leída' },
  manyUnread: { pt: '{count} não lidas', en: '{count} unread', es: '{count} no leídas' },
  sendFailed: {
    pt: 'A mensagem para {name} não foi enviada',
    en: 'The message to {name} was not sent',
    es: 'El mensaje para {name} no se envió',
  },
  seeMessage: { pt: 'Ver mensagem', en: 'See message', es: 'Ver mensaje' },
  none: { pt: 'Tudo lido.', en: 'No unread messages.', es: 'Todo leído.' },
  more: {
    pt: 'E mais {count}. Veja em Conversas.',
    en: 'And {count} more. See Conversations.',
    es: 'Y {count} más. Míralas en Conversaciones.',
  },
  rush: {
    pt: '{count} conversas com mensagens novas',
    en: '{count} conversations with new messages',
    es: '{count} conversaciones con mensajes nuevos',
  },
  turnOn: { pt: 'Ativar notificações', en: 'Turn on notifications', es: 'Activar notificaciones' },
  turnOnText: {
    pt: 'Receba notificações de mensagens novas mesmo em outra janela.',
    en: 'Get notified of new messages even in another window.',
    es: 'Recibe notificaciones de mensajes nuevos incluso en otra ventana.',
  },
  turnOff: { pt: 'Desativar notificações', en: 'Turn off notifications', es: 'Desactivar notificaciones' },
  denied: {
    pt: 'O navegador bloqueia as notificações. Libere nas permissões deste site.',
    en: 'The browser blocks notifications. Allow them in the permissions of this site.',
    es: 'El navegador bloquea las notificaciones. Permítelas en los permisos de este sitio.',
  },
});
