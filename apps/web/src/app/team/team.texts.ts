import { texts } from '../../lib/texts.ts';

export const teamTexts = texts({
  chats: { pt: 'Chat interno', en: 'Team chat', es: 'Chat interno' },
  chatsUnread: {
    pt: 'Chat interno: {count} não lidos',
    en: 'Team chat: {count} unread',
    es: 'Chat interno: {count} no leídos',
  },
  noChats: { pt: 'Nenhum chat ainda.', en: 'No chats yet.', es: 'Aún no hay chats.' },
  allChats: { pt: 'Ver todos', en: 'See all', es: 'Ver todos' },
  news: { pt: 'Comunicados', en: 'Announcements', es: 'Anuncios' },
  newsUnread: {
    pt: 'Comunicados: {count} não lidos',
    en: 'Announcements: {count} unread',
    es: 'Anuncios: {count} no leídos',
  },
  noNews: { pt: 'Nenhum comunicado.', en: 'No announcements.', es: 'Ningún anuncio.' },
  readAll: { pt: 'Marcar tudo como lido', en: 'Mark all as read', es: 'Marcar todo como leído' },
  priority1: { pt: 'Prioridade alta', en: 'High priority', es: 'Prioridad alta' },
  priority2: { pt: 'Prioridade média', en: 'Medium priority', es: 'Prioridad media' },
  priority3: { pt: 'Prioridade baixa', en: 'Low priority', es: 'Prioridad baja' },
  notRead: { pt: 'Não lido', en: 'Unread', es: 'No leído' },
  hasImage: { pt: 'Com imagem', en: 'With an image', es: 'Con imagen' },
  todayAt: { pt: 'hoje, {time}', en: 'today, {time}', es: 'hoy, {time}' },
  position: { pt: '{at} de {count}', en: '{at} of {count}', es: '{at} de {count}' },
  previous: { pt: 'Anterior', en: 'Previous', es: 'Anterior' },
  next: { pt: 'Próximo', en: 'Next', es: 'Siguiente' },
  imageOf: { pt: 'Imagem de {title}', en: 'Image of {title}', es: 'Imagen de {title}' },
});
