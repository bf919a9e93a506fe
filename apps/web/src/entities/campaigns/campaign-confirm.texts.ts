import { texts } from '../../lib/texts.ts';

export const confirmTexts = texts({
  remove: { pt: 'Excluir', en: 'Delete', es: 'Eliminar' },
  paused: { pt: 'Campanha pausada', en: 'Campaign paused', es: 'Campaña en pausa' },
  continued: { pt: 'Campanha continuada', en: 'Campaign continued', es: 'Campaña continuada' },
  canceled: { pt: 'Campanha cancelada', en: 'Campaign canceled', es: 'Campaña cancelada' },
  restarted: { pt: 'Campanha reiniciada', en: 'Campaign restarted', es: 'Campaña reiniciada' },
  removed: { pt: 'Campanha excluída', en: 'Campaign deleted', es: 'Campaña eliminada' },
  cancelTitle: { pt: 'Cancelar “{name}”?', en: 'Cancel “{name}”?', es: '¿Cancelar “{name}”?' },
  cancelText: {
    pt: 'O que está na fila de envio não é enviado. {left} pessoas ainda não receberam. Você pode recomeçar depois; ninguém recebe duas vezes.',
    en: 'What is in the send queue is not sent. {left} people have not received it yet. You can restart later; nobody receives it twice.',
    es: 'Lo que está en la cola de envío no se envía. {left} personas aún no lo recibieron. Puedes reiniciar después; nadie lo recibe dos veces.',
  },
  keep: { pt: 'Manter', en: 'Keep', es: 'Mantener' },
  pauseTitle: { pt: 'Pausar “{name}”?', en: 'Pause “{name}”?', es: '¿Pausar “{name}”?' },
  pauseText: {
    pt: 'Nada mais é enviado até você continuar. O que o canal já recebeu não volta.',
    en: 'Nothing more is sent until you continue. What the channel has cannot be taken back.',
    es: 'No se envía nada más hasta que continúes. Lo que el canal ya recibió no vuelve.',
  },
  pauseVerb: { pt: 'Pausar', en: 'Pause', es: 'Pausar' },
  continueTitle: { pt: 'Continuar “{name}”?', en: 'Continue “{name}”?', es: '¿Continuar “{name}”?' },
  continueVerb: { pt: 'Continuar', en: 'Continue', es: 'Continuar' },
  continueText: {
    pt: 'O envio volta no ritmo de envio e no horário dos ajustes.',
    en: 'Sending resumes with the sending rate and hours of the settings.',
    es: 'El envío vuelve con el ritmo de envío y el horario de los ajustes.',
  },
  restartTitle: { pt: 'Recomeçar “{name}”?', en: 'Restart “{name}”?', es: '¿Reiniciar “{name}”?' },
  restartText: {
    pt: 'Quem já recebeu não recebe de novo.',
    en: 'People who received it do not receive it again.',
    es: 'Quien ya lo recibió no lo recibe de nuevo.',
  },
  restartVerb: { pt: 'Recomeçar', en: 'Restart', es: 'Reiniciar' },
  removeTitle: { pt: 'Excluir “{name}”?', en: 'Delete “{name}”?', es: '¿Eliminar “{name}”?' },
  removeText: {
    pt: 'A campanha e seu relatório são apagados. As conversas ficam. Não dá para desfazer.',
    en: 'The campaign and its report are deleted. The conversations stay. This cannot be undone.',
    es: 'Se borran la campaña y su informe. Las conversaciones quedan. No se puede deshacer.',
  },
  cancelVerb: { pt: 'Cancelar campanha', en: 'Cancel the campaign', es: 'Cancelar campaña' },
});
