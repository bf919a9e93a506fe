import type { CallFailure } from '@balcao/domain/flow/service-call';
import { texts, type Texts } from '../../lib/texts.ts';

/** What happened, in a few words. */
export const callFailureTexts: Texts<CallFailure> = texts({
  address: {
    pt: 'Endereço não permitido',
    en: 'Address not allowed',
    es: 'Dirección no permitida',
  },
  unreachable: {
    pt: 'Serviço não encontrado',
    en: 'Service not reachable',
    es: 'Servicio no encontrado',
  },
  tooSlow: { pt: 'Sem resposta a tempo', en: 'No answer in time', es: 'Sin respuesta a tiempo' },
  busy: { pt: 'Serviço ocupado', en: 'Service busy', es: 'Servicio ocupado' },
  down: { pt: 'Erro no serviço', en: 'Error in the service', es: 'Error en el servicio' },
  quota: { pt: 'Cota esgotada', en: 'Quota used up', es: 'Cuota agotada' },
  key: { pt: 'Credencial recusada', en: 'Credentials refused', es: 'Credencial rechazada' },
  request: { pt: 'Pedido recusado', en: 'Request refused', es: 'Solicitud rechazada' },
  tooLarge: { pt: 'Resposta grande demais', en: 'Answer too large', es: 'Respuesta demasiado grande' },
  unreadable: { pt: 'Resposta ilegível', en: 'Unreadable answer', es: 'Respuesta ilegible' },
  notConfigured: { pt: 'Configuração incompleta', en: 'Settings incomplete', es: 'Configuración incompleta' },
  ceilingReached: { pt: 'Limite atingido', en: 'Limit reached', es: 'Límite alcanzado' },
  breakerOpen: { pt: 'Em pausa após falhas', en: 'Paused after failures', es: 'En pausa tras fallos' },
  interrupted: { pt: 'Chamada interrompida', en: 'Call interrupted', es: 'Llamada interrumpida' },
});

/** What to do about it. */
export const callAdviceTexts: Texts<CallFailure> = texts({
  address: {
    pt: 'Só endereços públicos podem ser chamados. Confira o endereço; um serviço na rede interna precisa ser liberado pelo administrador do servidor.',
    en: 'Only public addresses can be called. Check the address; a service in the internal network must be allowed by the server administrator.',
    es: 'Solo se pueden llamar direcciones públicas. Revisa la dirección; el administrador del servidor debe permitir un servicio de la red interna.',
  },
  unreachable: {
    pt: 'Confira o endereço e se o serviço está no ar.',
    en: 'Check the address and that the service is running.',
    es: 'Revisa la dirección y que el servicio esté activo.',
  },
  tooSlow: {
    pt: 'O serviço levou mais de 15 segundos. Veja o que o deixa lento e teste de novo.',
    en: 'The service took more than 15 seconds. Find out what makes it slow and test again.',
    es: 'El servicio tardó más de 15 segundos. Averigua qué lo hace lento y prueba de nuevo.',
  },
  busy: {
    pt: 'O serviço recebe pedidos demais agora. Espere um pouco e teste de novo.',
    en: 'The service receives too many requests now. Wait a little and test again.',
    es: 'El servicio recibe demasiadas solicitudes. Espera un poco y prueba de nuevo.',
  },
  down: {
    pt: 'O serviço respondeu com um erro próprio. Veja os registros dele e teste de novo.',
    en: 'The service answered with an error of its own. Check its logs and test again.',
    es: 'El servicio respondió con un error propio. Revisa sus registros y prueba de nuevo.',
  },
  quota: {
    pt: 'A conta no serviço não tem mais saldo ou cota. Aumente a cota lá.',
    en: 'The account at the service has no quota left. Increase it there.',
    es: 'La cuenta en el servicio ya no tiene cuota. Auméntala allí.',
  },
  key: {
    pt: 'O serviço não aceitou a credencial. Edite a integração e informe uma que seja válida.',
    en: 'The service did not accept the credentials. Edit the integration and enter valid ones.',
    es: 'El servicio no aceptó la credencial. Edita la integración e indica una válida.',
  },
  request: {
    pt: 'O endereço existe, mas não aceita este pedido. Confira o caminho do endereço e o nome do bot.',
    en: 'The address exists but does not accept this request. Check the path of the address and the name of the bot.',
    es: 'La dirección existe, pero no acepta esta solicitud. Revisa la ruta de la dirección y el nombre del bot.',
  },
  tooLarge: {
    pt: 'Respostas podem ter até 1 MB. Reduza o que o serviço devolve.',
    en: 'Answers may have up to 1 MB. Reduce what the service returns.',
    es: 'Las respuestas pueden tener hasta 1 MB. Reduce lo que devuelve el servicio.',
  },
  unreadable: {
    pt: 'A resposta não tem o formato esperado. Confira se o endereço é o do serviço certo.',
    en: 'The answer does not have the expected format. Check that the address belongs to this service.',
    es: 'La respuesta no tiene el formato esperado. Revisa que la dirección sea la del servicio correcto.',
  },
  notConfigured: {
    pt: 'Falta um dado da integração, ou o plano não a inclui. Edite a integração e complete os campos.',
    en: 'A setting of the integration is missing, or the plan does not include it. Edit the integration and complete the fields.',
    es: 'Falta un dato de la integración, o el plan no la incluye. Edita la integración y completa los campos.',
  },
  ceilingReached: {
    pt: 'O limite de chamadas foi atingido. Aumente o limite ou espere o próximo período.',
    en: 'The limit of calls has been reached. Increase the limit or wait for the next period.',
    es: 'Se alcanzó el límite de llamadas. Aumenta el límite o espera el próximo período.',
  },
  breakerOpen: {
    pt: 'O serviço falhou várias vezes seguidas e não é chamado por um tempo. As conversas vão para um atendente.',
    en: 'The service failed several times in a row and is not called for a while. Conversations go to an agent.',
    es: 'El servicio falló varias veces seguidas y no se llama por un tiempo. Las conversaciones van a un agente.',
  },
  interrupted: {
    pt: 'O servidor parou durante a chamada, e não se sabe se ela chegou. Reenvie se for preciso.',
    en: 'The server stopped during the call, and it is not known whether it arrived. Send it again if needed.',
    es: 'El servidor se detuvo durante la llamada, y no se sabe si llegó. Reenvíala si hace falta.',
  },
});
