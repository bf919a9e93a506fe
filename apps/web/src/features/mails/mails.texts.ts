import { texts } from '../../lib/texts.ts';

export const mailTexts = texts({
  title: { pt: 'E-mails', en: 'Emails', es: 'Correos' },
  list: { pt: 'E-mails guardados', en: 'Kept emails', es: 'Correos guardados' },
  kept: {
    pt: 'Sem servidor de e-mail: o que seria enviado fica aqui por 24 horas. Nada sai de verdade.',
    en: 'No mail server: what would be sent stays here for 24 hours. Nothing is really sent.',
    es: 'Sin servidor de correo: lo que se enviaría queda aquí por 24 horas. Nada se envía de verdad.',
  },
  emptyTitle: { pt: 'Nenhum e-mail ainda', en: 'No emails yet', es: 'Ningún correo todavía' },
  emptyText: {
    pt: 'Códigos de senha, convites e faturas aparecem aqui assim que forem criados.',
    en: 'Password codes, invitations and invoices appear here as soon as they are created.',
    es: 'Códigos de contraseña, invitaciones y facturas aparecen aquí en cuanto se crean.',
  },
  sendTitle: {
    pt: 'Os e-mails são enviados pelo seu servidor',
    en: 'Emails are sent by your mail server',
    es: 'Los correos se envían por tu servidor',
  },
  sendText: {
    pt: 'Depois de entregues, nada fica guardado. Na fila agora: {count}.',
    en: 'Nothing is kept after they are sent. Waiting now: {count}.',
    es: 'Después de entregados, no se guarda nada. En espera ahora: {count}.',
  },
  failing: {
    pt: 'O servidor de e-mail não aceitou a última tentativa. Tentamos de novo sozinhos. Resposta: {error}',
    en: 'The mail server did not accept the latest attempt. It is tried again automatically. Answer: {error}',
    es: 'El servidor de correo no aceptó el último intento. Lo intentamos de nuevo solos. Respuesta: {error}',
  },
  noneTitle: { pt: 'Nenhum e-mail é enviado', en: 'No email is sent', es: 'No se envía ningún correo' },
  noneText: {
    pt: 'Não há servidor de e-mail. Códigos de senha, convites e lembretes de fatura não chegam. Defina SMTP_URL e MAIL_FROM no servidor e reinicie. Esperando agora: {count}.',
    en: 'There is no mail server. Password codes, invitations and invoice reminders do not arrive. Set SMTP_URL and MAIL_FROM on the server and restart it. Waiting now: {count}.',
    es: 'No hay servidor de correo. Los códigos de contraseña, las invitaciones y los recordatorios de factura no llegan. Define SMTP_URL y MAIL_FROM en el servidor y reinícialo. Esperando ahora: {count}.',
  },
  to: { pt: 'Para', en: 'To', es: 'Para' },
  at: { pt: 'Quando', en: 'When', es: 'Cuándo' },
  preview: { pt: 'Como o e-mail aparece', en: 'How the email looks', es: 'Cómo se ve el correo' },
  textVersion: { pt: 'Versão em texto', en: 'Text version', es: 'Versión en texto' },
  back: { pt: 'Voltar para a lista', en: 'Back to the list', es: 'Volver a la lista' },
  choose: { pt: 'Escolha um e-mail para ler', en: 'Choose an email to read', es: 'Elige un correo para leer' },
});
