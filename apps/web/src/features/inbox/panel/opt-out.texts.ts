import { texts } from '../../../lib/texts.ts';

export const optOutTexts = texts({
  title: { pt: 'Campanhas', en: 'Campaigns', es: 'Campañas' },
  receives: { pt: 'Recebe campanhas.', en: 'Receives campaigns.', es: 'Recibe campañas.' },
  since: {
    pt: 'Não quer receber campanhas desde {at}',
    en: 'Has not wanted campaigns since {at}',
    es: 'No quiere recibir campañas desde {at}',
  },
  onConnection: { pt: 'Só na conexão {name}', en: 'Only on the connection {name}', es: 'Solo en la conexión {name}' },
  byWord: { pt: 'Escreveu “{words}”', en: 'Wrote “{words}”', es: 'Escribió “{words}”' },
  byChannel: {
    pt: 'Pediu no próprio WhatsApp; só a pessoa pode desfazer lá',
    en: 'Asked in WhatsApp itself; only the person can undo it there',
    es: 'Lo pidió en el propio WhatsApp; solo la persona puede deshacerlo allí',
  },
  byUser: { pt: 'Registrado por {name}', en: 'Recorded by {name}', es: 'Registrado por {name}' },
  byFormerUser: { pt: 'Registrado por um usuário', en: 'Recorded by a user', es: 'Registrado por un usuario' },
  byImport: { pt: 'Veio de uma planilha', en: 'Came from a spreadsheet', es: 'Vino de una hoja de cálculo' },
  set: { pt: 'Descadastrar', en: 'Opt out', es: 'Dar de baja' },
  lift: { pt: 'Retirar descadastro', en: 'Lift opt-out', es: 'Retirar la baja' },
  setTitle: {
    pt: 'Não enviar mais campanhas?',
    en: 'Stop sending campaigns?',
    es: '¿No enviar más campañas?',
  },
  setText: {
    pt: '{name} deixa de receber campanhas em todas as conexões. As conversas continuam normalmente.',
    en: '{name} no longer receives campaigns on any connection. Conversations continue as usual.',
    es: '{name} deja de recibir campañas en todas las conexiones. Las conversaciones siguen con normalidad.',
  },
  liftTitle: { pt: 'Voltar a enviar campanhas?', en: 'Send campaigns again?', es: '¿Volver a enviar campañas?' },
  liftText: {
    pt: 'Retire o descadastro só se {name} pediu para voltar a receber. Fica registrado quem retirou.',
    en: 'Lift the opt-out only if {name} asked to receive campaigns again. Who lifted it is recorded.',
    es: 'Retira la baja solo si {name} pidió volver a recibir. Queda registrado quién la retiró.',
  },
  setDone: { pt: 'Contato descadastrado', en: 'Contact opted out', es: 'Contacto dado de baja' },
  liftDone: { pt: 'Descadastro retirado', en: 'Opt-out lifted', es: 'Baja retirada' },
  failed: {
    pt: 'Não deu para carregar o descadastro',
    en: 'Could not load the opt-out',
    es: 'No se pudo cargar la baja',
  },
  offer: {
    pt: 'Parece um pedido para não receber campanhas.',
    en: 'This looks like a request to stop campaigns.',
    es: 'Parece un pedido para no recibir campañas.',
  },
  performed: {
    pt: 'Já não recebe campanhas.',
    en: 'No longer receives campaigns.',
    es: 'Ya no recibe campañas.',
  },
});
