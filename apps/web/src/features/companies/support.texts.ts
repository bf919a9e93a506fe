import { texts } from '../../lib/texts.ts';

export const supportTexts = texts({
  heading: { pt: 'Entrar como suporte', en: 'Enter as support', es: 'Entrar como soporte' },
  explanation: {
    pt: 'Abre a empresa em outra janela por até 1 hora. Você vê o que um administrador vê, menos mensagens, e muda só configurações, filas, conexões e horários. Os administradores da empresa veem o acesso e o motivo.',
    en: 'Opens the company in another window for up to 1 hour. You see what an admin sees, except messages, and change only settings, queues, connections and business hours. The admins of the company see the access and the reason.',
    es: 'Abre la empresa en otra ventana por hasta 1 hora. Ves lo que ve un administrador, menos los mensajes, y cambias solo la configuración, las colas, las conexiones y los horarios. Los administradores de la empresa ven el acceso y el motivo.',
  },
  reason: { pt: 'Motivo', en: 'Reason', es: 'Motivo' },
  reasonMissing: {
    pt: 'Escreva o motivo, com 5 letras ou mais.',
    en: 'Write the reason, with 5 letters or more.',
    es: 'Escribe el motivo, con 5 letras o más.',
  },
  open: { pt: 'Abrir em outra janela', en: 'Open in another window', es: 'Abrir en otra ventana' },
  blocked: {
    pt: 'O navegador bloqueou a janela. Permita pop-ups deste endereço e tente de novo.',
    en: 'The browser blocked the window. Allow pop-ups for this address and try again.',
    es: 'El navegador bloqueó la ventana. Permite ventanas emergentes de esta dirección e inténtalo de nuevo.',
  },
  notAllowed: {
    pt: 'Esta empresa não permite o acesso do suporte. Um administrador dela pode permitir nas configurações.',
    en: 'This company does not allow support access. One of its admins can allow it in the settings.',
    es: 'Esta empresa no permite el acceso de soporte. Uno de sus administradores puede permitirlo en la configuración.',
  },
  inactive: {
    pt: 'Uma empresa inativa não pode ser aberta.',
    en: 'An inactive company cannot be opened.',
    es: 'Una empresa inactiva no se puede abrir.',
  },
  ownCompany: {
    pt: 'Esta é a sua própria empresa.',
    en: 'This is your own company.',
    es: 'Esta es tu propia empresa.',
  },
  accesses: { pt: 'Acessos do suporte', en: 'Support accesses', es: 'Accesos de soporte' },
  none: { pt: 'Nenhum acesso até agora.', en: 'No access so far.', es: 'Ningún acceso hasta ahora.' },
  active: { pt: 'ativo agora', en: 'active now', es: 'activo ahora' },
  until: { pt: 'até {date}', en: 'until {date}', es: 'hasta {date}' },
});
