const aeat = "https://www2.agenciatributaria.gob.es/static_files/common/internet/dep/aplicaciones/es/aeat/tike/cont/ws"

/** XML namespaces under the prefixes of AEAT's WSDL. They are names: nothing is fetched from there. */
export const namespaces = {
  soapenv: "http://schemas.xmlsoap.org/soap/envelope/",
  sf: `${aeat}/SuministroInformacion.xsd`,
  sfLR: `${aeat}/SuministroLR.xsd`,
  sfR: `${aeat}/RespuestaSuministro.xsd`,
  sfLRC: `${aeat}/ConsultaLR.xsd`,
  sfLRRC: `${aeat}/RespuestaConsultaLR.xsd`,
} as const

/** The prefix of a namespace in our messages. */
export type Prefix = keyof typeof namespaces
