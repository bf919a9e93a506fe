import { texts } from '../../lib/texts.ts';

export const inviteTexts = texts({
  invite: { pt: 'Convidar', en: 'Invite', es: 'Invitar' },
  title: { pt: 'Convidar colegas', en: 'Invite colleagues', es: 'Invitar colegas' },
  intro: {
    pt: 'A pessoa recebe um link por e-mail, escolhe o nome e a senha e já pode atender. O convite vale por 72 horas.',
    en: 'The person gets a link by email, chooses a name and a password and can start at once. The invitation is valid for 72 hours.',
    es: 'La persona recibe un enlace por correo, elige su nombre y contraseña y ya puede atender. La invitación vale por 72 horas.',
  },
  email: { pt: 'E-mail', en: 'Email', es: 'Correo' },
  profile: { pt: 'Perfil', en: 'Profile', es: 'Perfil' },
  admin: { pt: 'Administrador', en: 'Administrator', es: 'Administrador' },
  user: { pt: 'Atendente', en: 'Agent', es: 'Agente' },
  queues: { pt: 'Filas', en: 'Queues', es: 'Colas' },
  send: { pt: 'Enviar convite', en: 'Send invitation', es: 'Enviar invitación' },
  sent: { pt: 'Convite enviado para {email}', en: 'Invitation sent to {email}', es: 'Invitación enviada a {email}' },
  link: { pt: 'Link do convite de {email}', en: 'Invitation link for {email}', es: 'Enlace de invitación de {email}' },
  linkText: {
    pt: 'Não há servidor de e-mail. Copie o link agora e envie você mesmo: ele não aparece de novo.',
    en: 'There is no mail server. Copy the link now and send it yourself: it is not shown again.',
    es: 'No hay servidor de correo. Copia el enlace ahora y envíalo tú: no se muestra de nuevo.',
  },
  copy: { pt: 'Copiar link', en: 'Copy link', es: 'Copiar enlace' },
  copied: { pt: 'Link copiado', en: 'Link copied', es: 'Enlace copiado' },
  copyFailed: {
    pt: 'Não foi possível copiar. Selecione o link e copie.',
    en: 'It could not be copied. Select the link and copy it.',
    es: 'No se pudo copiar. Selecciona el enlace y cópialo.',
  },
  open: { pt: 'Convites abertos', en: 'Open invitations', es: 'Invitaciones abiertas' },
  noneOpen: { pt: 'Nenhum convite aberto.', en: 'No open invitations.', es: 'Ninguna invitación abierta.' },
  validUntil: { pt: 'vale até {time}', en: 'valid until {time}', es: 'vale hasta {time}' },
  expired: { pt: 'Vencido', en: 'Expired', es: 'Vencida' },
  resendNamed: { pt: 'Reenviar para {email}', en: 'Resend to {email}', es: 'Reenviar a {email}' },
  revokeNamed: {
    pt: 'Cancelar o convite de {email}',
    en: 'Revoke the invitation of {email}',
    es: 'Cancelar la invitación de {email}',
  },
  revokeTitle: { pt: 'Cancelar este convite?', en: 'Revoke this invitation?', es: '¿Cancelar esta invitación?' },
  revokeText: {
    pt: 'O link enviado para {email} deixa de funcionar.',
    en: 'The link sent to {email} stops working.',
    es: 'El enlace enviado a {email} deja de funcionar.',
  },
  revoke: { pt: 'Cancelar convite', en: 'Revoke invitation', es: 'Cancelar invitación' },
  revoked: { pt: 'Convite cancelado', en: 'Invitation revoked', es: 'Invitación cancelada' },
});
