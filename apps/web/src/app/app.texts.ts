import { texts } from '../lib/texts.ts';

export const appTexts = texts({
  // Menu
  mainMenu: { pt: 'Menu principal', en: 'Main menu', es: 'Menú principal' },
  toggleMenu: {
    pt: 'Recolher ou expandir o menu',
    en: 'Collapse or expand the menu',
    es: 'Contraer o expandir el menú',
  },
  openMenu: { pt: 'Abrir o menu', en: 'Open the menu', es: 'Abrir el menú' },
  closeMenu: { pt: 'Fechar o menu', en: 'Close the menu', es: 'Cerrar el menú' },
  management: { pt: 'Gestão', en: 'Management', es: 'Gestión' },
  attendance: { pt: 'Atendimento', en: 'Customer service', es: 'Atención' },
  campaigns: { pt: 'Campanhas', en: 'Campaigns', es: 'Campañas' },
  flows: { pt: 'Fluxos', en: 'Flows', es: 'Flujos' },
  administration: { pt: 'Administração', en: 'Administration', es: 'Administración' },
  thisConversation: { pt: 'Esta conversa', en: 'This conversation', es: 'Esta conversación' },
  conversations: { pt: 'Conversas', en: 'Conversations', es: 'Conversaciones' },
  kanban: { pt: 'Kanban', en: 'Kanban', es: 'Kanban' },
  lanes: { pt: 'Colunas do Kanban', en: 'Kanban columns', es: 'Columnas del Kanban' },
  files: { pt: 'Arquivos', en: 'Files', es: 'Archivos' },
  contacts: { pt: 'Contatos', en: 'Contacts', es: 'Contactos' },
  settings: { pt: 'Configurações', en: 'Settings', es: 'Configuración' },
  quickMessages: { pt: 'Respostas rápidas', en: 'Quick replies', es: 'Respuestas rápidas' },
  tags: { pt: 'Tags', en: 'Tags', es: 'Etiquetas' },
  users: { pt: 'Usuários', en: 'Users', es: 'Usuarios' },
  queues: { pt: 'Filas', en: 'Queues', es: 'Colas' },
  connections: { pt: 'Conexões', en: 'Connections', es: 'Conexiones' },
  deliveries: { pt: 'Entregas', en: 'Deliveries', es: 'Entregas' },
  quarantine: { pt: 'Não processadas', en: 'Not processed', es: 'No procesados' },
  sandbox: { pt: 'Simulador de cliente', en: 'Customer simulator', es: 'Simulador de cliente' },
  billing: { pt: 'Financeiro', en: 'Billing', es: 'Finanzas' },
  version: { pt: 'Versão {version}', en: 'Version {version}', es: 'Versión {version}' },
  skip: { pt: 'Pular para o conteúdo', en: 'Skip to content', es: 'Ir al contenido' },

  compactDensity: { pt: 'Linhas compactas', en: 'Compact rows', es: 'Lista compacta' },
  oneFailedAlert: {
    pt: '1 mensagem sua não foi enviada',
    en: '1 message of yours was not sent',
    es: '1 mensaje suyo no se envió',
  },
  failedAlert: {
    pt: '{count} mensagens suas não foram enviadas',
    en: '{count} messages of yours were not sent',
    es: '{count} mensajes suyos no se enviaron',
  },
  oneQuarantineAlert: {
    pt: '1 mensagem não foi processada',
    en: '1 message was not processed',
    es: '1 mensaje no se procesó',
  },
  quarantineAlert: {
    pt: '{count} mensagens não foram processadas',
    en: '{count} messages were not processed',
    es: '{count} mensajes no se procesaron',
  },
  oneConnectionAlert: {
    pt: '1 conexão precisa de atenção',
    en: '1 connection needs attention',
    es: '1 conexión necesita atención',
  },
  connectionsAlert: {
    pt: '{count} conexões precisam de atenção',
    en: '{count} connections need attention',
    es: '{count} conexiones necesitan atención',
  },

  // Top bar
  hello: { pt: 'Olá, {name}', en: 'Hello, {name}', es: 'Hola, {name}' },
  searchOrGo: { pt: 'Buscar ou ir para…', en: 'Search or go to…', es: 'Buscar o ir a…' },
  due: { pt: 'Vence {date}', en: 'Due {date}', es: 'Vence {date}' },
  dueTitle: { pt: 'Vencimento da assinatura', en: 'Subscription due date', es: 'Vencimiento de la suscripción' },
  volume: { pt: 'Volume das notificações', en: 'Notification volume', es: 'Volumen de las notificaciones' },
  refresh: { pt: 'Atualizar', en: 'Refresh', es: 'Actualizar' },
  userMenu: { pt: 'Menu do usuário', en: 'User menu', es: 'Menú del usuario' },
  profile: { pt: 'Meu perfil', en: 'My profile', es: 'Mi perfil' },
  paused: { pt: 'Em pausa', en: 'Paused', es: 'En pausa' },
  pauseBegun: {
    pt: 'Em pausa: você não recebe conversas novas até voltar.',
    en: 'Paused: you get no new conversations until you are back.',
    es: 'En pausa: no recibes conversaciones nuevas hasta que vuelvas.',
  },
  pauseEnded: { pt: 'Você voltou da pausa', en: 'You are back', es: 'Volviste de la pausa' },
  darkTheme: { pt: 'Tema escuro', en: 'Dark theme', es: 'Tema oscuro' },
  lightTheme: { pt: 'Tema claro', en: 'Light theme', es: 'Tema claro' },
  notYetTranslated: { pt: 'em breve', en: 'coming soon', es: 'próximamente' },
  shortcuts: { pt: 'Atalhos do teclado', en: 'Keyboard shortcuts', es: 'Atajos de teclado' },
  signOut: { pt: 'Sair', en: 'Sign out', es: 'Salir' },

  // Palette and shortcuts
  palette: { pt: 'Buscar ou ir para', en: 'Search or go to', es: 'Buscar o ir a' },
  paletteHint: {
    pt: 'Digite o nome de uma tela ou ação',
    en: 'Type the name of a screen or an action',
    es: 'Escribe el nombre de una pantalla o acción',
  },
  goTo: { pt: 'Ir para', en: 'Go to', es: 'Ir a' },
  actions: { pt: 'Ações', en: 'Actions', es: 'Acciones' },
  language: { pt: 'Idioma', en: 'Language', es: 'Idioma' },
  nothingFound: {
    pt: 'Nada encontrado para “{search}”',
    en: 'Nothing found for “{search}”',
    es: 'Nada encontrado para “{search}”',
  },
  thenKey: { pt: 'depois', en: 'then', es: 'luego' },
  openPalette: { pt: 'Buscar ou ir para', en: 'Search or go to', es: 'Buscar o ir a' },
  focusSearch: { pt: 'Buscar na lista', en: 'Search the list', es: 'Buscar en la lista' },
  closeOrClear: { pt: 'Fechar ou limpar', en: 'Close or clear', es: 'Cerrar o limpiar' },
  switchTheme: { pt: 'Tema claro ou escuro', en: 'Light or dark theme', es: 'Tema claro u oscuro' },
  showShortcuts: { pt: 'Mostrar esta lista', en: 'Show this list', es: 'Mostrar esta lista' },
  goToScreen: { pt: 'Ir para {screen}', en: 'Go to {screen}', es: 'Ir a {screen}' },
  letters: { pt: 'Atalhos de uma tecla', en: 'Single-key shortcuts', es: 'Atajos de una tecla' },
  lettersText: {
    pt: 'Desligue se um leitor de tela ou ditado por voz usa as letras.',
    en: 'Turn off if a screen reader or voice input uses the letters.',
    es: 'Desactívalos si un lector de pantalla o el dictado usa las letras.',
  },

  // States
  offline: {
    pt: 'Sem conexão. Tentando de novo…',
    en: 'No connection. Trying again…',
    es: 'Sin conexión. Reintentando…',
  },
  takenTitle: {
    pt: 'Sua conta foi acessada em outro computador.',
    en: 'Your account was opened on another computer.',
    es: 'Tu cuenta se abrió en otra computadora.',
  },
  takenText: {
    pt: 'Por segurança, esta tela vai recarregar.',
    en: 'For your safety, this page will reload.',
    es: 'Por seguridad, esta página se recargará.',
  },
  planMissing: {
    pt: 'Esta empresa não possui permissão para acessar essa página! Estamos lhe redirecionando.',
    en: 'This company is not allowed to open that page. We are taking you back.',
    es: 'Esta empresa no tiene permiso para acceder a esa página. Te estamos redirigiendo.',
  },
  notAllowed: {
    pt: 'Você não tem permissão para abrir essa página. Estamos lhe redirecionando.',
    en: 'You are not allowed to open that page. We are taking you back.',
    es: 'No tienes permiso para abrir esa página. Te estamos redirigiendo.',
  },
  connectionFell: {
    pt: 'A conexão {name} caiu.',
    en: 'The connection {name} dropped.',
    es: 'La conexión {name} se cayó.',
  },
  connectionBack: {
    pt: '{name} está conectada.',
    en: '{name} is connected.',
    es: '{name} está conectada.',
  },
  seeConnections: { pt: 'Ver conexões', en: 'See connections', es: 'Ver conexiones' },
  endsToday: {
    pt: 'Sua assinatura vence hoje ({date}).',
    en: 'Your subscription ends today ({date}).',
    es: 'Tu suscripción vence hoy ({date}).',
  },
  endsTomorrow: {
    pt: 'Sua assinatura vence em 1 dia ({date}).',
    en: 'Your subscription ends in 1 day ({date}).',
    es: 'Tu suscripción vence en 1 día ({date}).',
  },
  endsSoon: {
    pt: 'Sua assinatura vence em {days} dias ({date}).',
    en: 'Your subscription ends in {days} days ({date}).',
    es: 'Tu suscripción vence en {days} días ({date}).',
  },
  screenFailed: { pt: 'Esta tela não abriu', en: 'This screen did not open', es: 'Esta pantalla no se abrió' },
  screenFailedText: {
    pt: 'O resto continua funcionando. Tente de novo ou recarregue a página.',
    en: 'Everything else still works. Try again or reload the page.',
    es: 'Lo demás sigue funcionando. Intenta de nuevo o recarga la página.',
  },
  startFailed: { pt: 'Não deu para entrar agora', en: 'We could not open your account', es: 'No se pudo entrar ahora' },
  retry: { pt: 'Tentar de novo', en: 'Try again', es: 'Intentar de nuevo' },
  reload: { pt: 'Recarregar a página', en: 'Reload the page', es: 'Recargar la página' },
});

export type AppText = keyof typeof appTexts;
