import type { ReminderDay } from '../billing/billing-calendar.ts';

type Phrase = Record<'pt' | 'en' | 'es', string>;

/** Texts of all mails. Names in braces are filled in. */
export const letterTexts = {
  footer: {
    pt: '{brand} · atendimento pelo WhatsApp, Instagram e Facebook. Este e-mail é automático.',
    en: '{brand} · customer service on WhatsApp, Instagram and Facebook. This is an automatic email.',
    es: '{brand} · atención por WhatsApp, Instagram y Facebook. Este correo es automático.',
  },
  codeSubject: {
    pt: '{code} é o seu código do {brand}',
    en: '{code} is your {brand} code',
    es: '{code} es tu código de {brand}',
  },
  codeTitle: {
    pt: 'Código para trocar a senha',
    en: 'Code to change your password',
    es: 'Código para cambiar la contraseña',
  },
  codeText: {
    pt: 'Digite este código na tela em que você pediu para trocar a senha:',
    en: 'Type this code on the screen where you asked to change your password:',
    es: 'Escribe este código en la pantalla donde pediste cambiar la contraseña:',
  },
  codeUntil: {
    pt: 'Ele vale até {time} e só funciona uma vez. Ninguém da nossa equipe vai pedir este código.',
    en: 'It is valid until {time} and works only once. Nobody from our team will ask you for this code.',
    es: 'Vale hasta las {time} y funciona una sola vez. Nadie de nuestro equipo te pedirá este código.',
  },
  codeButton: { pt: 'Trocar a senha', en: 'Change the password', es: 'Cambiar la contraseña' },
  codeNote: {
    pt: 'Não pediu? Sua senha continua a mesma. Pode apagar este e-mail.',
    en: 'You did not ask for it? Your password stays the same. You can delete this email.',
    es: '¿No lo pediste? Tu contraseña sigue siendo la misma. Puedes borrar este correo.',
  },
  confirmSubject: {
    pt: 'Confirme seu e-mail para começar',
    en: 'Confirm your email to get started',
    es: 'Confirma tu correo para empezar',
  },
  confirmTitle: { pt: 'Confirme seu e-mail', en: 'Confirm your email', es: 'Confirma tu correo' },
  confirmText: {
    pt: '{name}, a conta da empresa {company} está quase pronta. Confirme que este e-mail é seu:',
    en: '{name}, the account of {company} is almost ready. Confirm that this email is yours:',
    es: '{name}, la cuenta de la empresa {company} está casi lista. Confirma que este correo es tuyo:',
  },
  confirmButton: { pt: 'Confirmar e-mail', en: 'Confirm email', es: 'Confirmar correo' },
  confirmNote: {
    pt: 'O link vale por 24 horas. Se você não criou esta conta, ignore este e-mail.',
    en: 'The link is valid for 24 hours. If you did not create this account, ignore this email.',
    es: 'El enlace vale por 24 horas. Si no creaste esta cuenta, ignora este correo.',
  },
  welcomeSubject: {
    pt: 'A conta da empresa {company} está pronta',
    en: 'The account of {company} is ready',
    es: 'La cuenta de la empresa {company} está lista',
  },
  welcomeTitle: { pt: 'Tudo certo, {name}', en: 'All set, {name}', es: 'Todo listo, {name}' },
  welcomeText: {
    pt: 'Você está no teste do plano {plan} até {day}. Para a primeira conversa chegar, falta conectar o WhatsApp. Deixe o celular por perto.',
    en: 'You are trying the plan {plan} until {day}. To receive your first conversation, connect WhatsApp. Have your phone at hand.',
    es: 'Estás probando el plan {plan} hasta el {day}. Para recibir la primera conversación, falta conectar WhatsApp. Ten el teléfono a mano.',
  },
  welcomeButton: { pt: 'Conectar o WhatsApp', en: 'Connect WhatsApp', es: 'Conectar WhatsApp' },
  welcomeNote: {
    pt: 'Quer ver antes como funciona? Use o simulador de cliente: nada sai de verdade.',
    en: 'Want to see how it works first? Use the customer simulator: nothing is really sent.',
    es: '¿Quieres ver antes cómo funciona? Usa el simulador de cliente: nada se envía de verdad.',
  },
  inUseSubject: {
    pt: 'Você já tem uma conta no {brand}',
    en: 'You already have a {brand} account',
    es: 'Ya tienes una cuenta en {brand}',
  },
  inUseText: {
    pt: 'Alguém tentou criar uma conta com este e-mail, mas ele já está em uso. Entre com a sua senha ou peça uma nova.',
    en: 'An account with this email was requested, but it is already in use. Sign in with your password or ask for a new one.',
    es: 'Se pidió crear una cuenta con este correo, pero ya está en uso. Entra con tu contraseña o pide una nueva.',
  },
  signInButton: { pt: 'Entrar', en: 'Sign in', es: 'Entrar' },
  inUseNote: {
    pt: 'Não foi você? Não precisa fazer nada: nenhuma conta foi criada.',
    en: 'It was not you? There is nothing to do: no account was created.',
    es: '¿No fuiste tú? No hay nada que hacer: no se creó ninguna cuenta.',
  },
  changedSubject: { pt: 'Sua senha foi trocada', en: 'Your password was changed', es: 'Tu contraseña fue cambiada' },
  changedText: {
    pt: 'Saímos da sua conta nos outros aparelhos.',
    en: 'You were signed out on all other devices.',
    es: 'Cerramos tu sesión en los demás dispositivos.',
  },
  changedNote: {
    pt: 'Foi você? Não precisa fazer nada. Se não foi, peça uma nova senha e avise o administrador da sua empresa.',
    en: 'It was you? There is nothing to do. If not, ask for a new password and inform the administrator of your company.',
    es: '¿Fuiste tú? No hay nada que hacer. Si no, pide una nueva contraseña y avisa al administrador de tu empresa.',
  },
  notMeButton: { pt: 'Não fui eu', en: 'It was not me', es: 'No fui yo' },
  when: { pt: 'Quando', en: 'When', es: 'Cuándo' },
  device: { pt: 'Onde', en: 'Where', es: 'Dónde' },
  invitationSubject: {
    pt: '{inviter} convidou você para atender na empresa {company}',
    en: '{inviter} invites you to join {company}',
    es: '{inviter} te invita a atender en la empresa {company}',
  },
  invitationTitle: { pt: 'Você foi convidado', en: 'You are invited', es: 'Tienes una invitación' },
  invitationText: {
    pt: '{inviter} quer você na equipe da empresa {company}. Escolha o seu nome e uma senha para entrar:',
    en: '{inviter} wants you in the team of {company}. Choose your name and a password to sign in:',
    es: '{inviter} te quiere en el equipo de la empresa {company}. Elige tu nombre y una contraseña para entrar:',
  },
  invitationButton: { pt: 'Aceitar o convite', en: 'Accept the invitation', es: 'Aceptar la invitación' },
  invitationNote: {
    pt: 'O convite vale até {day} e só funciona uma vez. Não conhece a empresa? Ignore este e-mail.',
    en: 'The invitation is valid until {day} and works only once. You do not know the company? Ignore this email.',
    es: 'La invitación vale hasta el {day} y funciona una sola vez. ¿No conoces la empresa? Ignora este correo.',
  },
  invoice: { pt: 'Fatura', en: 'Invoice', es: 'Factura' },
  plan: { pt: 'Plano', en: 'Plan', es: 'Plan' },
  amount: { pt: 'Valor', en: 'Amount', es: 'Importe' },
  dueDay: { pt: 'Vencimento', en: 'Due date', es: 'Vencimiento' },
  paidWith: { pt: 'Forma de pagamento', en: 'Payment method', es: 'Forma de pago' },
  validUntil: { pt: 'Assinatura válida até', en: 'Subscription valid until', es: 'Suscripción válida hasta' },
  issuedSubject: {
    pt: 'Fatura {number} da empresa {company}',
    en: 'Invoice {number} of {company}',
    es: 'Factura {number} de la empresa {company}',
  },
  issuedTitle: { pt: 'Sua próxima fatura', en: 'Your next invoice', es: 'Tu próxima factura' },
  payButton: { pt: 'Pagar agora', en: 'Pay now', es: 'Pagar ahora' },
  payNote: {
    pt: 'Já pagou? O pagamento pode levar alguns minutos para aparecer.',
    en: 'You have already paid? A payment may take a few minutes to appear.',
    es: '¿Ya pagaste? El pago puede tardar unos minutos en aparecer.',
  },
  receiptSubject: {
    pt: 'Pagamento da fatura {number} recebido',
    en: 'Payment of invoice {number} received',
    es: 'Pago de la factura {number} recibido',
  },
  receiptTitle: { pt: 'Pagamento recebido', en: 'Payment received', es: 'Pago recibido' },
  receiptButton: { pt: 'Ver as faturas', en: 'See the invoices', es: 'Ver las facturas' },
  receiptNote: {
    pt: 'Obrigado. Guarde este e-mail como recibo.',
    en: 'Thank you. Keep this email as your receipt.',
    es: 'Gracias. Guarda este correo como recibo.',
  },
  refundSubject: {
    pt: 'Devolução da fatura {number}',
    en: 'Refund of invoice {number}',
    es: 'Devolución de la factura {number}',
  },
  refundTitle: { pt: 'Pagamento devolvido', en: 'Payment refunded', es: 'Pago devuelto' },
  refundNote: {
    pt: 'O prazo para o dinheiro aparecer depende do seu banco.',
    en: 'How soon the money appears depends on your bank.',
    es: 'El plazo para ver el dinero depende de tu banco.',
  },
  deletionSubject: {
    pt: 'A conta da empresa {company} será excluída',
    en: 'The account of {company} will be deleted',
    es: 'La cuenta de la empresa {company} será eliminada',
  },
  deletionTitle: {
    pt: 'Exclusão marcada para {day}',
    en: 'Deletion scheduled for {day}',
    es: 'Eliminación prevista para el {day}',
  },
  deletionText: {
    pt: 'Até lá ninguém entra e nada é enviado, mas tudo ainda pode ser restaurado. Depois, conversas, contatos e arquivos são apagados para sempre.',
    en: 'Until then no one can sign in and nothing is sent, but everything can still be restored. After that, conversations, contacts and files are erased for good.',
    es: 'Hasta entonces nadie puede entrar y no se envía nada, pero todo se puede restaurar. Después, conversaciones, contactos y archivos se borran para siempre.',
  },
  deletionNote: {
    pt: 'Não esperava por isso? Fale com o suporte antes dessa data.',
    en: 'You did not expect this? Contact support before that date.',
    es: '¿No esperabas esto? Habla con soporte antes de esa fecha.',
  },
  company: { pt: 'Empresa', en: 'Company', es: 'Empresa' },
  ceiling: { pt: 'Teto', en: 'Ceiling', es: 'Tope' },
  ceilingNearText: {
    pt: 'Quando o teto for atingido, o bot deixa de usar a IA e as conversas vão para atendentes.',
    en: 'When the ceiling is reached, the bot stops using AI and conversations go to agents.',
    es: 'Cuando se alcance el tope, el bot deja de usar la IA y las conversaciones van a los agentes.',
  },
  ceilingReachedText: {
    pt: 'O que passa do teto não usa a IA: a conversa vai para um atendente. Um administrador pode mudar o teto.',
    en: 'Whatever exceeds the ceiling does not use AI: the conversation goes to an agent. An admin can change the ceiling.',
    es: 'Lo que supera el tope no usa la IA: la conversación va a un agente. Un administrador puede cambiar el tope.',
  },
  ceilingButton: { pt: 'Ver o uso de IA', en: 'See the AI usage', es: 'Ver el uso de IA' },
  ceilingNote: {
    pt: 'Esta notificação é enviada uma vez por mês para cada teto.',
    en: 'This notification is sent once a month for each ceiling.',
    es: 'Esta notificación se envía una vez al mes para cada tope.',
  },
} as const satisfies Record<string, Phrase>;

/** Subject and title of a notice about a ceiling of AI. */
export const ceilingTexts: Readonly<Record<string, Phrase>> = {
  month80: {
    pt: '80 % do teto de IA deste mês já foi gasto',
    en: '80 % of this month’s AI ceiling is spent',
    es: 'Ya se gastó el 80 % del tope de IA de este mes',
  },
  month100: {
    pt: 'O teto de IA deste mês foi atingido',
    en: 'This month’s AI ceiling is reached',
    es: 'Se alcanzó el tope de IA de este mes',
  },
  day80: {
    pt: '80 % das chamadas de IA de hoje já foram usadas',
    en: '80 % of today’s AI calls are used',
    es: 'Ya se usó el 80 % de las llamadas de IA de hoy',
  },
  day100: {
    pt: 'O teto de chamadas de IA por dia foi atingido',
    en: 'The ceiling of AI calls per day is reached',
    es: 'Se alcanzó el tope de llamadas de IA por día',
  },
  conversation100: {
    pt: 'Uma conversa atingiu o teto de respostas da IA',
    en: 'A conversation reached the ceiling of AI answers',
    es: 'Una conversación alcanzó el tope de respuestas de la IA',
  },
  contactHour100: {
    pt: 'Um contato atingiu o teto de chamadas de IA e de bots por hora',
    en: 'A contact reached the ceiling of AI and bot calls per hour',
    es: 'Un contacto alcanzó el tope de llamadas de IA y de bots por hora',
  },
};

/** Subject and title of a reminder, by its day relative to the due day. */
export const reminderTexts: Record<`${ReminderDay}`, Phrase> = {
  '-5': {
    pt: 'Sua assinatura vence em 5 dias',
    en: 'Your subscription ends in 5 days',
    es: 'Tu suscripción vence en 5 días',
  },
  '-1': { pt: 'Sua assinatura vence amanhã', en: 'Your subscription ends tomorrow', es: 'Tu suscripción vence mañana' },
  '0': { pt: 'Sua assinatura vence hoje', en: 'Your subscription ends today', es: 'Tu suscripción vence hoy' },
  '1': { pt: 'Sua assinatura venceu ontem', en: 'Your subscription ended yesterday', es: 'Tu suscripción venció ayer' },
  '3': {
    pt: 'Sua assinatura venceu há 3 dias',
    en: 'Your subscription ended 3 days ago',
    es: 'Tu suscripción venció hace 3 días',
  },
  '7': {
    pt: 'Sua assinatura venceu há uma semana',
    en: 'Your subscription ended a week ago',
    es: 'Tu suscripción venció hace una semana',
  },
};
