/** The texts of the interface in Spanish. They address the reader with «usted». */
import { GENERAL_INFORMATION } from '../firm/notices.ts'
import { LIMITS } from '../inquiries/inquiry-request.ts'
import { withCommas } from '../language.ts'
import type { Words } from './words-en.ts'

/** Formatted as in the United States: readers in Florida expect that in Spanish too. */
const LONGEST = withCommas(LIMITS.message.max)

export const ES: Words = {
  locale: 'es-US',
  ownName: 'Español',
  thisSite: { site: 'Este sitio', inLanguage: 'en español' },
  skip: 'Ir al texto',
  call: (number) => `Llame al ${number}`,
  menu: { label: 'Principal', areas: 'Áreas de práctica', about: 'El bufete', faq: 'Preguntas', contact: 'Contacto' },
  colors: { label: 'Colores de esta página', device: 'Como mi dispositivo', light: 'Claros', dark: 'Oscuros' },
  footer: { office: 'La oficina', reach: 'Comuníquese', more: 'Más', find: 'Cómo encontrarnos', hours: 'Horario' },
  directions: 'Cómo llegar, en un mapa',
  urgent: 'Si es urgente',
  responsible: 'Abogado(a) responsable',
  languages: 'Idiomas',
  lawyers: {
    all: 'Quiénes ejercen aquí',
    whoAnswers: 'Quién le responde',
    ofArea: 'Quiénes trabajan en esta área',
    admitted: 'Admisión en The Florida Bar',
    since: (year: string) => `admisión en Florida en ${year}`,
    barNumber: 'Número de The Florida Bar',
    admissions: 'Otras admisiones',
  },
  onThisPage: 'En esta página',
  inGeneral: 'En general',
  open: [
    'Abierto ahora, hasta las {time}',
    'Cerrado ahora; abre hoy a las {time}',
    'Cerrado ahora; abre mañana a las {time}',
    'Cerrado ahora; abre el {day} a las {time}',
  ],
  onCall: 'Si la oficina está cerrada y el asunto no puede esperar, llame al',
  write: 'Escríbanos',
  unplanned: 'Cuando no pensaba necesitar un abogado',
  writeAbout: 'Escríbanos sobre su asunto',
  ourAreas: 'Lo que hacemos',
  questions: 'Preguntas frecuentes',
  allQuestions: '↑ Todas las preguntas',
  reviewed: (day) => `Revisado por el bufete el ${day}.`,
  generalInformation: GENERAL_INFORMATION.es,
  claimTitle: 'Un agente pide actuar en su nombre',
  claimDescription: 'Donde una persona confirma que un agente de IA actúa en su nombre.',
  received: 'Recibimos su mensaje',
  reference: 'Su número de referencia',
  noReference: 'Cuando haya enviado un mensaje, esta página mostrará su número de referencia.',
  answerBy: (day) => `Puede esperar una respuesta a más tardar el ${day}.`,
  print: 'Imprima esta página o anote el número.',
  answerTo: 'Le responderemos a',
  noMail: 'No recibirá correos nuestros. Para volver, guarde esta dirección donde nadie más la encuentre:',
  wrongAddress: {
    before: 'Si es así, por favor',
    link: 'escriba de nuevo',
    orCall: 'con la dirección correcta y este número de referencia; basta una frase. O llámenos al',
  },
  error: 'Error',
  form: {
    fields: {
      name: {
        label: 'Su nombre',
        missing: 'Falta su nombre.',
        wrong: `Su nombre puede tener hasta ${LIMITS.name.max} caracteres, en una sola línea.`,
      },
      email: {
        label: 'Correo electrónico',
        hint: 'Basta esto o un número de teléfono.',
        missing: 'Falta su correo electrónico o su número de teléfono.',
        wrong: 'Su correo electrónico debe ser una sola dirección, como ana@example.com.',
      },
      phone: {
        label: 'Teléfono',
        wrong: `Su número de teléfono debe tener al menos siete dígitos y, con las palabras que lo acompañen, ${LIMITS.phone.max} caracteres como máximo.`,
      },
      topic: { label: '¿De qué se trata?', wrong: 'El tema debe ser uno de la lista.' },
      otherParty: {
        label: '¿Quién es la otra parte?',
        hint: 'Una persona, empresa o agencia. Antes de hablar con usted verificamos que no haya conflictos de interés.',
        wrong: `El nombre de la otra parte puede tener hasta ${LIMITS.otherParty.max} caracteres, en una sola línea.`,
      },
      hasLawyer: {
        label: '¿Ya le representa un abogado en este asunto?',
        hint: 'También cuenta un defensor público o un abogado nombrado por el tribunal. Si la respuesta es sí, escriba solo si desea una segunda opinión u otro abogado.',
        wrong: 'Responda sí o no a la pregunta sobre el abogado, o déjela sin responder.',
      },
      date: {
        label: '¿Tiene una fecha en el tribunal o un plazo?',
        hint: 'Es posible que no lo veamos a tiempo. Indicar una fecha no nos hace responsables de ella.',
        wrong:
          'La fecha no puede ser anterior a ayer ni pasar de diez años a partir de hoy. Escríbala como 2026-12-31.',
      },
      county: {
        label: '¿En qué condado es?',
        wrong: `El condado puede tener hasta ${LIMITS.county.max} caracteres, en una sola línea.`,
      },
      urgent: {
        label: '¿Puede esperar su asunto?',
        hint: 'Si marca esto, su mensaje queda primero en nuestra lista y la persona de guardia recibe un correo electrónico. No prometemos responder antes de que abra la oficina: si el asunto no puede esperar, llame.',
        wrong: 'Marque la casilla o déjela vacía.',
      },
      writingFor: {
        label: '¿Escribe en su propio nombre?',
        hint: 'Si escribe por otra persona, le responderemos a usted. Solo nos comunicaremos con esa persona si ella nos lo pide.',
        wrong: 'Elija de la lista en nombre de quién escribe.',
      },
      safeContact: {
        label: '¿Cómo podemos comunicarnos con usted?',
        hint: 'Si alguna forma no es segura para usted, marque solo las que lo son. Si no marca ninguna, podemos usar todas.',
        wrong: 'Elija las formas seguras de la lista.',
      },
      message: {
        label: '¿En qué podemos ayudarle?',
        hint: `Si le arrestaron o le acusaron de un delito, no describa lo que pasó. Bastan unas pocas frases, ${LONGEST} caracteres como máximo.`,
        missing: 'Falta su mensaje.',
        wrong: `Su mensaje puede tener hasta ${LONGEST} caracteres, solo de texto.`,
      },
      language: { label: 'Idioma de nuestra respuesta', wrong: 'El idioma debe ser uno de la lista.' },
    },
    optional: '(opcional)',
    chooseTopic: 'Elija uno, si lo desea',
    lawyerAnswers: { yes: 'Sí', no: 'No' },
    noAnswer: 'Prefiero no decirlo',
    urgent: 'Es urgente',
    writingFor: { self: 'Sí', someone_else: 'No, en nombre de otra persona' },
    safeContact: {
      email: 'Pueden escribirme por correo electrónico',
      telephone: 'Pueden llamarme a mi número',
      voicemail: 'Pueden dejarme un mensaje ahí',
    },
    more: 'Más datos que nos ayudan',
    otherTopic: 'Otro asunto',
    forPrograms: 'Un programa envía estos campos en JSON:',
    trap: 'Deje este campo vacío',
    before: 'Antes de enviar',
    read: 'He leído esto',
    doubtful: '¿Es correcta esta dirección de correo? Corríjala, o envíe el formulario otra vez como está.',
    notRead: 'Por favor, lea el aviso que está encima de su mensaje y marque «He leído esto».',
    noticeHeads: [
      'Usted todavía no es cliente.',
      'Puede que todavía no sea confidencial.',
      'Sobre el número de teléfono.',
    ],
    disclaimer: 'Aviso legal',
    privacy: 'Privacidad',
    send: 'Enviar al bufete',
    sending: 'Enviando…',
    left: 'Caracteres disponibles: {n}',
    over: 'Caracteres de más: {n}',
    restored: 'Esto es lo que usted escribió antes. Se guarda solo en esta pestaña, hasta que lo envíe o la cierre.',
    meant: (address) => `¿Quiso escribir ${address}?`,
    prepared:
      'Su asistente llenó este formulario. Por favor léalo y cambie lo que desee. Nada se envía hasta que usted lo envíe.',
    notSent: 'Todavía no se ha enviado',
    tooLong: (number) =>
      `El texto es demasiado largo. Vuelva atrás, acórtelo y envíelo de nuevo, o llámenos al ${number}.`,
    tooMany: (seconds, number) =>
      `Llegaron demasiados mensajes desde su conexión. Espere ${seconds} segundos y envíelo de nuevo, o llámenos al ${number}.`,
    foreign: (number) =>
      `Su navegador indica que este formulario se llenó en otro sitio. Envíelo de nuevo desde esta página, o llámenos al ${number}.`,
    notSure: (number) =>
      `No estamos seguros de que su mensaje se haya guardado. Si no tiene número de referencia, envíelo otra vez en un minuto, o llámenos al ${number}.`,
    notStored: (number) =>
      `No pudimos guardar su mensaje. Su texto sigue abajo. Espere un minuto y envíelo de nuevo, o llámenos al ${number}.`,
  },
}
