import ElmwoodViewTree

// Attributes of SVG's filters (Filter Effects).

extension Attribute {
    /// The coordinate system of a filter's region.
    @inlinable
    public static func filterUnits(_ value: String) -> Self { Self(.filterUnits, value) }

    /// The coordinate system of a filter's lengths.
    @inlinable
    public static func primitiveUnits(_ value: String) -> Self { Self(.primitiveUnits, value) }

    /// The primitive's input: `SourceGraphic`, or an earlier result's name.
    @inlinable
    public static func `in`(_ value: String) -> Self { Self(.in, value) }

    /// The primitive's second input.
    @inlinable
    public static func in2(_ value: String) -> Self { Self(.in2, value) }

    /// The name of the primitive's result.
    @inlinable
    public static func result(_ value: String) -> Self { Self(.result, value) }

    /// How images are blended.
    @inlinable
    public static func mode(_ value: String) -> Self { Self(.mode, value) }

    /// How images are composed, or whether one is eroded or dilated.
    @inlinable
    public static func `operator`(_ value: String) -> Self { Self(.operator, value) }

    /// The factor of both inputs' product in a composition.
    @inlinable
    public static func k1(_ value: some AttributeConvertible) -> Self { Self(.k1, converted: value) }

    /// The factor of the first input in a composition.
    @inlinable
    public static func k2(_ value: some AttributeConvertible) -> Self { Self(.k2, converted: value) }

    /// The factor of the second input in a composition.
    @inlinable
    public static func k3(_ value: some AttributeConvertible) -> Self { Self(.k3, converted: value) }

    /// The constant term of a composition.
    @inlinable
    public static func k4(_ value: some AttributeConvertible) -> Self { Self(.k4, converted: value) }

    /// The amplitude of a transfer function.
    @inlinable
    public static func amplitude(_ value: some AttributeConvertible) -> Self { Self(.amplitude, converted: value) }

    /// The exponent of a transfer function.
    @inlinable
    public static func exponent(_ value: some AttributeConvertible) -> Self { Self(.exponent, converted: value) }

    /// The intercept of a transfer function.
    @inlinable
    public static func intercept(_ value: some AttributeConvertible) -> Self { Self(.intercept, converted: value) }

    /// The slope of a transfer function.
    @inlinable
    public static func slope(_ value: some AttributeConvertible) -> Self { Self(.slope, converted: value) }

    /// The values of a transfer function.
    @inlinable
    public static func tableValues(_ value: String) -> Self { Self(.tableValues, value) }

    /// The direction of a distant light on the surface, in degrees.
    @inlinable
    public static func azimuth(_ value: some AttributeConvertible) -> Self { Self(.azimuth, converted: value) }

    /// The direction of a distant light above the surface, in degrees.
    @inlinable
    public static func elevation(_ value: some AttributeConvertible) -> Self { Self(.elevation, converted: value) }

    /// The frequency of a noise, or those in both directions.
    @inlinable
    public static func baseFrequency(_ value: some AttributeConvertible) -> Self {
        Self(.baseFrequency, converted: value)
    }

    /// How many octaves a noise has.
    @inlinable
    public static func numOctaves(_ value: some AttributeConvertible) -> Self { Self(.numOctaves, converted: value) }

    /// The seed of a noise.
    @inlinable
    public static func seed(_ value: some AttributeConvertible) -> Self { Self(.seed, converted: value) }

    /// Whether the edges of a noise's tiles fit: `stitch` or `noStitch`.
    @inlinable
    public static func stitchTiles(_ value: String) -> Self { Self(.stitchTiles, value) }

    /// The constant that a convolution adds.
    @inlinable
    public static func bias(_ value: some AttributeConvertible) -> Self { Self(.bias, converted: value) }

    /// The divisor of a convolution.
    @inlinable
    public static func divisor(_ value: some AttributeConvertible) -> Self { Self(.divisor, converted: value) }

    /// The pixels beyond an image's edge: `duplicate`, `wrap`, `mirror` or `none`.
    @inlinable
    public static func edgeMode(_ value: String) -> Self { Self(.edgeMode, value) }

    /// The matrix of a convolution.
    @inlinable
    public static func kernelMatrix(_ value: String) -> Self { Self(.kernelMatrix, value) }

    /// The size of a kernel's unit.
    @inlinable
    public static func kernelUnitLength(_ value: some AttributeConvertible) -> Self {
        Self(.kernelUnitLength, converted: value)
    }

    /// The size of a convolution's matrix.
    @inlinable
    public static func order(_ value: some AttributeConvertible) -> Self { Self(.order, converted: value) }

    /// Whether a convolution leaves the alpha channel unchanged.
    @inlinable
    public static func preserveAlpha(_ value: Bool) -> Self { Self(.preserveAlpha, value ? "true" : "false") }

    /// The column of a convolution's target.
    @inlinable
    public static func targetX(_ value: some AttributeConvertible) -> Self { Self(.targetX, converted: value) }

    /// The row of a convolution's target.
    @inlinable
    public static func targetY(_ value: some AttributeConvertible) -> Self { Self(.targetY, converted: value) }

    /// How much a surface reflects diffusely.
    @inlinable
    public static func diffuseConstant(_ value: some AttributeConvertible) -> Self {
        Self(.diffuseConstant, converted: value)
    }

    /// How much a surface reflects in highlights.
    @inlinable
    public static func specularConstant(_ value: some AttributeConvertible) -> Self {
        Self(.specularConstant, converted: value)
    }

    /// How small a surface's highlights are, or how focused a light is.
    @inlinable
    public static func specularExponent(_ value: some AttributeConvertible) -> Self {
        Self(.specularExponent, converted: value)
    }

    /// The height of a surface.
    @inlinable
    public static func surfaceScale(_ value: some AttributeConvertible) -> Self {
        Self(.surfaceScale, converted: value)
    }

    /// The angle of a spot light's cone, in degrees.
    @inlinable
    public static func limitingConeAngle(_ value: some AttributeConvertible) -> Self {
        Self(.limitingConeAngle, converted: value)
    }

    /// The x coordinate that a spot light points at.
    @inlinable
    public static func pointsAtX(_ value: some AttributeConvertible) -> Self { Self(.pointsAtX, converted: value) }

    /// The y coordinate that a spot light points at.
    @inlinable
    public static func pointsAtY(_ value: some AttributeConvertible) -> Self { Self(.pointsAtY, converted: value) }

    /// The z coordinate that a spot light points at.
    @inlinable
    public static func pointsAtZ(_ value: some AttributeConvertible) -> Self { Self(.pointsAtZ, converted: value) }

    /// The radius by which an image is eroded or dilated.
    @inlinable
    public static func radius(_ value: some AttributeConvertible) -> Self { Self(.radius, converted: value) }

    /// How far an image is displaced.
    @inlinable
    public static func scale(_ value: some AttributeConvertible) -> Self { Self(.scale, converted: value) }

    /// The standard deviation of a blur, or those in both directions.
    @inlinable
    public static func stdDeviation(_ value: some AttributeConvertible) -> Self {
        Self(.stdDeviation, converted: value)
    }

    /// Which channel displaces horizontally: `R`, `G`, `B` or `A`.
    @inlinable
    public static func xChannelSelector(_ value: String) -> Self { Self(.xChannelSelector, value) }

    /// Which channel displaces vertically: `R`, `G`, `B` or `A`.
    @inlinable
    public static func yChannelSelector(_ value: String) -> Self { Self(.yChannelSelector, value) }
}
